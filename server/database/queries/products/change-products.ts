import type { Actor } from "../../../domain/actor.ts";
import type { Product } from "../../../domain/product.ts";
import type { Queries } from "../../engines/queries.ts";
import { type Change, recordChanges } from "../audit/record-change.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { lockStore } from "../lock-store.ts";
import { requestClosing } from "../sessions/request-closing.ts";
import { recordLowStock } from "../stock/record-low-stock.ts";
import { saveStock } from "../stock/save-stock.ts";
import type { StockLevel } from "../stock/stock.ts";
import { applyWrite } from "./apply-write.ts";
import { levelOf, type ProductDraft, readDrafts } from "./product-drafts.ts";
import { sameRow, toProduct } from "./product-row.ts";
import type { ProductWrite, WriteResult } from "./product-write.ts";
import { saveRows } from "./save-products.ts";

interface About {
  storeId: string;
  now: number;
  by: Actor | undefined;
}

/**
 * Makes changes one after another, in one transaction under a lock that imports take too. They are applied in memory and
 * saved together, with as many statements as for one change.
 * @returns a result per change, and whether any product changed
 */
export async function changeProducts(
  db: Queries,
  about: About,
  writes: ProductWrite[],
): Promise<{ results: WriteResult[]; hasChanged: boolean }> {
  const { storeId, now, by } = about;
  await lockStore(db, storeId);
  const drafts = await readDrafts(db, storeId, writes);
  const results: WriteResult[] = [];
  const entries: Change[] = [];
  for (const write of writes) {
    const { result, entry } = await applyWrite(db, drafts, write);
    results.push(result);
    if (entry) entries.push(entry);
  }
  const changed = [...drafts.byId.values()].filter(({ isChanged }) => isChanged);
  if (changed.length === 0) return { results, hasChanged: false };
  await deleteProducts(db, about, changed);
  await saveChanged(db, about, changed);
  const unsellable = changed.filter(({ before, row }) => before && row?.is_active !== 1);
  await requestClosing(db, storeId, { products: new Set(unsellable.map(({ id }) => id)) }, now);
  await recordChanges(db, by, entries, now);
  return { results, hasChanged: true };
}

async function deleteProducts(db: Queries, { storeId, now }: About, changed: ProductDraft[]): Promise<void> {
  const deleted = changed.flatMap(({ row, before }) => (row || !before ? [] : [before.row]));
  const ids = deleted.map(({ id }) => id);
  if (ids.length === 0) return;
  await db
    .insertInto("deleted_products")
    .values(deleted.map(({ id, position }) => ({ id, store_id: storeId, position, deleted_at: now })))
    .execute();
  await db.deleteFrom("products").where("id", "in", ids).execute();
  await db.deleteFrom("product_stock").where("product_id", "in", ids).execute();
}

async function saveChanged(db: Queries, about: About, changed: ProductDraft[]): Promise<void> {
  const { storeId, now } = about;
  const recounted = changed.filter(({ row, before, quantity }) => {
    return row && quantity !== (before?.level?.quantity ?? null);
  });
  await saveStock(db, storeId, new Map(recounted.map(({ id, quantity }) => [id, quantity])));
  const rows = changed.flatMap(({ row, before }) =>
    row && !(before && sameRow(before.row, row)) ? [row] : [],
  );
  if (rows.length > 0) await saveRows(db, rows);
  const listeners = await listenersOf(db, storeId);
  const happened = changed.flatMap((draft) => {
    const data = eventData(draft);
    return data ? [{ type: "product.changed" as const, subjectId: draft.id, data }] : [];
  });
  await recordEvents(db, { storeId, listeners, now }, happened);
  await recordLowStock(db, about, levels(recounted, stored), levels(recounted, levelOf));
}

/** A deleted product as it was, without being for sale. */
function eventData(draft: ProductDraft): Product | undefined {
  const row = draft.row ?? draft.before?.row;
  if (!row) return undefined;
  const product = toProduct(row, levelOf(draft));
  return draft.row ? product : { ...product, isActive: false };
}

function levels(drafts: ProductDraft[], read: (draft: ProductDraft) => StockLevel | undefined) {
  return new Map(
    drafts.flatMap((draft): [string, StockLevel][] => {
      const level = read(draft);
      return level ? [[draft.id, level]] : [];
    }),
  );
}

const stored = ({ before }: ProductDraft) => before?.level;
