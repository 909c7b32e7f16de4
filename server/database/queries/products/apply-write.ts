import { ApiError } from "@counterpart/server/errors";
import { type AuditAction, changedFields, type FieldChanges, firstValues } from "../../../domain/audit.ts";
import { newId } from "../../../domain/ids.ts";
import { searchText } from "../../../domain/product-search.ts";
import { quantityAfter, quantityGiven } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import type { Change } from "../audit/record-change.ts";
import { type ManagedProduct, toManagedProduct } from "./managed-product.ts";
import {
  findDraft,
  levelOf,
  type ProductDraft,
  type ProductDrafts,
  productOf,
  refuseTakenSlug,
} from "./product-drafts.ts";
import { toRow } from "./product-row.ts";
import type { ApplyEdit, NewProductInput, ProductWrite, WriteResult } from "./product-write.ts";
import { codesOf } from "./products.ts";

/** What a change did to the drafts. Without an entry, it changed nothing. */
interface Applied {
  product: ManagedProduct;
  entry?: Change | undefined;
}

/** Applies a change to the drafts. A refused one leaves them as they were. */
export async function applyWrite(
  db: Queries,
  drafts: ProductDrafts,
  write: ProductWrite,
): Promise<{ result: WriteResult; entry?: Change | undefined }> {
  try {
    const applied = await apply(db, drafts, write);
    if (!applied) return { result: "unknown" };
    const { product, entry } = applied;
    return { result: { product }, entry };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { result: { refusal: error } };
  }
}

async function apply(db: Queries, drafts: ProductDrafts, write: ProductWrite): Promise<Applied | undefined> {
  if (write.action === "create") return create(db, drafts, write.make());
  const draft = findDraft(drafts, write.product);
  const current = draft && productOf(draft);
  if (!current) return undefined;
  const at = { db, drafts, draft, current };
  if (write.action === "edit") return edit(at, write.apply);
  write.check(current);
  return write.action === "delete" ? remove(at) : changeStock(at, write.change);
}

/** At the end of the merchant's order. Its reference is its id. */
async function create(db: Queries, drafts: ProductDrafts, input: NewProductInput): Promise<Applied> {
  const { storeId } = drafts;
  const id = newId("prod");
  const place = { reference: id, position: drafts.lastPosition + 1, search: searchText(input) };
  const row = toRow({ ...input, ...codesOf(input, undefined), _id: id, storeId }, place);
  await refuseTakenSlug(db, drafts, row);
  const quantity = quantityGiven(input, { quantity: null, reserved: 0 });
  drafts.lastPosition++;
  const draft = { id, before: undefined, row, quantity, reserved: 0, isChanged: true };
  drafts.byId.set(id, draft);
  const changes = firstValues({ name: input.name, priceInCents: input.priceInCents, quantity });
  const entry = { storeId, action: "product.created" as const, objectId: id, changes };
  return { product: toManagedProduct(row, levelOf(draft)), entry };
}

interface At {
  db: Queries;
  drafts: ProductDrafts;
  draft: ProductDraft;
  current: ManagedProduct;
}

async function edit({ db, drafts, draft, current }: At, applyEdit: ApplyEdit): Promise<Applied> {
  const { id, row: before } = draft;
  const { storeId } = drafts;
  if (!before) return { product: current };
  const input = applyEdit(current);
  const place = { reference: before.reference, position: before.position, search: searchText(input) };
  const row = toRow({ ...input, ...codesOf(input, before), _id: id, storeId }, place);
  const quantity = quantityGiven(input, draft);
  const product = toManagedProduct(row, levelOf({ ...draft, quantity }));
  if (product.version === current.version && quantity === draft.quantity) return { product };
  if (row.slug !== before.slug) await refuseTakenSlug(db, drafts, row);
  draft.row = row;
  draft.isChanged = true;
  draft.quantity = quantity;
  // The quantity says it all, and `stock` changes with every checkout.
  const { stock: _, reserved: __, ...changes } = changedFields(current, product);
  return { product, entry: { storeId, action: actionOf(changes), objectId: id, changes } };
}

function remove({ drafts: { storeId }, draft, current }: At): Applied {
  draft.row = undefined;
  draft.isChanged = true;
  const changes = { name: { from: current.name, to: null } };
  return { product: current, entry: { storeId, action: "product.deleted", objectId: draft.id, changes } };
}

function changeStock({ drafts: { storeId }, draft, current }: At, change: number): Applied {
  const { id, quantity: from } = draft;
  const to = quantityAfter(change, { productId: id, quantity: from ?? undefined });
  if (from === to) return { product: current };
  draft.quantity = to;
  draft.isChanged = true;
  const changes = { quantity: { from, to } };
  const product = productOf(draft) ?? current;
  return { product, entry: { storeId, action: "product.stock_changed", objectId: id, changes } };
}

function actionOf({ version: _, ...changes }: FieldChanges): AuditAction {
  const [first, ...others] = Object.entries(changes);
  if (first?.[0] !== "isActive" || others.length > 0) return "product.updated";
  return first[1].to === true ? "product.activated" : "product.deactivated";
}
