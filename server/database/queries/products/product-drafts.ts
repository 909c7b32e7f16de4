import { conflict } from "../../../domain/error-codes.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ProductRow } from "../../schema.ts";
import { idsOf } from "../ids-of.ts";
import { lockStock, readLevels, type StockLevel } from "../stock/stock.ts";
import { type ManagedProduct, toManagedProduct } from "./managed-product.ts";
import { concernsStock, type ProductWrite } from "./product-write.ts";

/** A product while a transaction changes it. */
export interface ProductDraft {
  id: string;
  /** As stored; undefined for a new product. */
  before: { row: ProductRow; level: StockLevel | undefined } | undefined;
  /** Undefined once it is deleted. */
  row: ProductRow | undefined;
  /** How many there are; null if they aren't counted. */
  quantity: number | null;
  reserved: number;
  isChanged: boolean;
}

/** The products that some changes concern, in a store that the transaction has locked. */
export interface ProductDrafts {
  storeId: string;
  byId: Map<string, ProductDraft>;
  /** In the merchant's order. */
  lastPosition: number;
  /** The products that have a slug in the database, by the slugs that were looked up. */
  owners: Map<string, SlugOwner[]>;
}

type SlugOwner = Pick<ProductRow, "id" | "reference">;

/** Reads all that the changes need in a few statements. */
export async function readDrafts(
  db: Queries,
  storeId: string,
  writes: ProductWrite[],
): Promise<ProductDrafts> {
  const names = writes.flatMap((write) => ("product" in write ? [write.product] : []));
  const rows = await findRows(db, storeId, names);
  const counted = new Set(
    writes.filter(concernsStock).flatMap((one) => ("product" in one ? [one.product] : [])),
  );
  const isCounted = ({ id, reference }: ProductRow) => counted.has(id) || counted.has(reference);
  const locked = await lockStock(db, idsOf(rows.filter(isCounted)));
  const others = await readLevels(db, storeId, idsOf(rows.filter((row) => !isCounted(row))));
  const drafts: ProductDrafts = {
    storeId,
    byId: new Map(),
    lastPosition: writes.some(({ action }) => action === "create") ? await lastPosition(db, storeId) : 0,
    owners: new Map(),
  };
  for (const row of rows) {
    const level = locked.get(row.id) ?? others.get(row.id);
    drafts.byId.set(row.id, {
      id: row.id,
      before: { row, level },
      row,
      quantity: level?.quantity ?? null,
      reserved: level?.reserved ?? 0,
      isChanged: false,
    });
  }
  await readOwners(
    db,
    drafts,
    writes.flatMap((write) => ("given" in write ? (write.given.slug ?? []) : [])),
  );
  return drafts;
}

/** A reference may equal another product's id; the id takes precedence. */
export function findDraft({ byId }: ProductDrafts, product: string): ProductDraft | undefined {
  const draft = byId.get(product) ?? [...byId.values()].find(({ row }) => row?.reference === product);
  return draft?.row && draft;
}

/** Undefined if it isn't counted. */
export function levelOf({ quantity, reserved }: ProductDraft): StockLevel | undefined {
  return quantity === null ? undefined : { quantity, reserved };
}

/** Undefined once it is deleted. */
export function productOf(draft: ProductDraft): ManagedProduct | undefined {
  return draft.row && toManagedProduct(draft.row, levelOf(draft));
}

/** @throws CONFLICT when another product of the store has the slug, after the changes so far */
export async function refuseTakenSlug(
  db: Queries,
  drafts: ProductDrafts,
  { id, slug }: ProductRow,
): Promise<void> {
  if (slug === null) return;
  if (!drafts.owners.has(slug)) await readOwners(db, drafts, [slug]);
  const unchanged = (drafts.owners.get(slug) ?? []).filter((owner) => !drafts.byId.has(owner.id));
  const changed = [...drafts.byId.values()].flatMap(({ row }) => (row?.slug === slug ? [row] : []));
  const other = [...unchanged, ...changed].find((owner) => owner.id !== id);
  if (other) throw conflict(`The product ${other.reference} already has the slug ${slug}.`);
}

/** By id, and by reference where there is no such id. */
async function findRows(db: Queries, storeId: string, names: string[]): Promise<ProductRow[]> {
  const ofStore = db.selectFrom("products").selectAll().where("store_id", "=", storeId);
  const wanted = [...new Set(names)];
  if (wanted.length === 0) return [];
  const byId = await ofStore.where("id", "in", wanted).execute();
  const known = new Set(idsOf(byId));
  const rest = wanted.filter((name) => !known.has(name));
  if (rest.length === 0) return byId;
  const byReference = await ofStore.where("reference", "in", rest).execute();
  return [...byId, ...byReference.filter(({ id }) => !known.has(id))];
}

async function lastPosition(db: Queries, storeId: string): Promise<number> {
  const { last } = await db
    .selectFrom("products")
    .select((eb) => eb.fn.max("position").as("last"))
    .where("store_id", "=", storeId)
    .executeTakeFirstOrThrow();
  return last ?? 0;
}

async function readOwners(db: Queries, { storeId, owners }: ProductDrafts, slugs: string[]): Promise<void> {
  if (slugs.length === 0) return;
  const rows = await db
    .selectFrom("products")
    .select(["id", "reference", "slug"])
    .where("store_id", "=", storeId)
    .where("slug", "in", slugs)
    .execute();
  for (const slug of slugs)
    owners.set(
      slug,
      rows.filter((row) => row.slug === slug),
    );
}
