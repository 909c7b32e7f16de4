import { setImmediate as otherRequests } from "node:timers/promises";
import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { CartRecord } from "../../../domain/cart.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { newId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/product.ts";
import { searchText } from "../../../domain/product-search.ts";
import {
  becomesLow,
  type GivenStock,
  isShort,
  productIdsOf,
  quantityOf,
  type StockLine,
} from "../../../domain/stock.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ReadCatalog } from "../../replica.ts";
import type { ProductRow } from "../../schema.ts";
import { type Change, recordChange, recordChanges } from "../audit/record-change.ts";
import { listenersOf } from "../events/record-events.ts";
import { lockStore } from "../lock-store.ts";
import { requestClosing } from "../sessions/request-closing.ts";
import { recordLowStock } from "../stock/record-low-stock.ts";
import { readAllLevels, saveStock } from "../stock/save-stock.ts";
import type { StockLevel } from "../stock/stock.ts";
import { sameRow, toProducts, toRow } from "./product-row.ts";
import { saveProducts } from "./save-products.ts";

/** Fields that an import leaves unchanged if the file doesn't have them. */
type ProductCodes = Pick<
  Product,
  "sku" | "weightInGrams" | "compareAtPriceInCents" | "trialDays" | "requiresShipping" | "taxCode"
>;

/** A product as given in a merchant's file. */
export type ProductInput = Omit<Product, "_id" | "storeId" | keyof GivenStock | keyof ProductCodes> &
  Partial<ProductCodes> &
  GivenStock & { reference: string };

export interface ProductIds {
  storeId: string;
  productIds: string[];
}

export interface ImportCounts {
  created: number;
  updated: number;
  unchanged: number;
}

/** What the audit trail records about an import, besides its counts. */
export interface ImportNotes {
  /** Data in the file that products can't store. */
  leftOut: string[];
  /** Products that are on sale in the file but are imported off sale. */
  offSale: { reference: string; reason: string }[];
  /** Whether the stock of products that exist is changed too; new ones always get the file's. */
  changesStock: boolean;
}

/** SQLite allows 32,766 parameters per statement; no caller needs more ids than a cart has lines. */
const maxIds = 1000;
/** With one statement per row, other writers would be blocked five times as long. */
const rowsPerStatement = 100;
/** Below this, the cost of a search doesn't change. */
const manyRows = 1000;

export function productQueries(engine: Engine, cache: Cache, clock: Clock, readCatalog: ReadCatalog) {
  const inStore = (storeId: string, db: Queries = engine.read) =>
    db.selectFrom("products").selectAll().where("store_id", "=", storeId);

  /** The given products that exist in the store, by id. Uses one statement for all uncached ones. */
  async function findMany({ storeId, productIds }: ProductIds): Promise<Map<string, Product>> {
    let missing: Promise<Map<string, Product>> | undefined;
    const readAll = async () => {
      const rows = await inStore(storeId).where("id", "in", productIds.slice(0, maxIds)).execute();
      return new Map((await toProducts(engine.read, rows)).map((product) => [product._id, product]));
    };
    const products = await Promise.all(
      productIds.map((id) =>
        cache.getOrLoad<Product>(
          `product:${storeId}:${id}`,
          async () => {
            missing ??= readAll();
            return (await missing).get(id);
          },
          storeId,
        ),
      ),
    );
    return new Map(
      products.filter((product) => product !== undefined).map((product) => [product._id, product]),
    );
  }

  return {
    find({ storeId, productId }: { storeId: string; productId: string }) {
      const read = async () => {
        const [product] = await readCatalog(async (db) =>
          toProducts(db, await inStore(storeId, db).where("id", "=", productId).execute()),
        );
        return product;
      };
      return cache.getOrLoad<Product>(`product:${storeId}:${productId}`, read, storeId);
    },

    findMany,

    /**
     * The products of a cart's lines that still exist, by id. What the cart's open sessions have reserved is part of
     * their stock.
     */
    async ofCart(cart: Pick<CartRecord, "id" | "storeId" | "lines">): Promise<Map<string, Product>> {
      const { storeId, lines } = cart;
      const products = await findMany({ storeId, productIds: productIdsOf(lines) });
      const short = lines.filter(({ productId, quantity }) => isShort(products.get(productId), quantity));
      if (short.length === 0) return products;
      const own = await reservedByCart(engine.read, cart.id);
      for (const { productId } of short) {
        const product = products.get(productId);
        const reserved = quantityOf(own, productId);
        if (product && product.stock !== null && reserved > 0) {
          products.set(productId, { ...product, stock: product.stock + reserved });
        }
      }
      return products;
    },

    /** All products, with the merchant's references, for the operator. */
    async listAll(storeId: string): Promise<(Product & { reference: string })[]> {
      const rows = await inStore(storeId).orderBy("position").orderBy("id").execute();
      const products = await toProducts(engine.read, rows);
      return products.map((product, at) => ({ ...product, reference: rows[at]?.reference ?? "" }));
    },

    /**
     * Creates new products and updates changed ones, matched by `reference`; all or nothing.
     * @throws CONFLICT when two products of the store would have the same slug
     * @param progress called occasionally with the number of products done
     */
    async import(
      storeId: string,
      inputs: ProductInput[],
      progress: (done: number) => void = () => {},
      by?: Actor,
      { leftOut, offSale, changesStock }: ImportNotes = { leftOut: [], offSale: [], changesStock: false },
      maxProducts = Number.POSITIVE_INFINITY,
    ) {
      // Done before the transaction, which a database server ends when it is idle.
      const prepared: { input: ProductInput; search: string }[] = [];
      for (const input of inputs) {
        prepared.push({ input, search: searchText(input) });
        if (prepared.length % rowsPerStatement === 0) await otherRequests();
      }
      const reasons = new Map(offSale.map(({ reference, reason }) => [reference, reason]));
      const counts = await engine.write(async (db) => {
        const counts: ImportCounts = { created: 0, updated: 0, unchanged: 0 };
        // Serialises imports into a store; otherwise two would both create the new products.
        await lockStore(db, storeId);
        if (Number.isFinite(maxProducts)) await refuseLargeStore(db, storeId, maxProducts);
        const rows = await db.selectFrom("products").selectAll().where("store_id", "=", storeId).execute();
        const byReference = new Map<string, ProductRow>(rows.map((row) => [row.reference, row]));
        const levels = await readAllLevels(db, storeId);
        const stock = new Map<string, number | null>();
        let position = rows.reduce((last, row) => Math.max(last, row.position), 0);
        const changed = new Map<string, ProductRow>();
        const unsellable = new Set<string>();
        const takenOffSale: Change[] = [];
        for (const [index, { input, search }] of prepared.entries()) {
          if (index % rowsPerStatement === 0) await otherRequests();
          const known = byReference.get(input.reference);
          const id = known?.id ?? newId("prod");
          const { reference } = input;
          // A file says how many there are, as `stock` too.
          const { quantity = input.stock } = input;
          const row = toRow(
            { ...input, ...codesOf(input, known), _id: id, storeId },
            { reference, position: known?.position ?? ++position, search },
          );
          const level = levels.get(id)?.quantity ?? null;
          // A product that was only off sale because it was sold out would come back in any quantity.
          const comesBack = known?.is_active === 0 && row.is_active === 1 && level === null;
          const setsStock =
            quantity !== undefined && (!known || changesStock || comesBack) && quantity !== level;
          if (setsStock) stock.set(id, quantity);
          if (known && !setsStock && sameRow(known, row)) {
            counts.unchanged++;
            continue;
          }
          counts[known ? "updated" : "created"]++;
          const reason = reasons.get(reference);
          if (reason !== undefined && known?.is_active !== 0) {
            const changes = firstValues({ reason });
            takenOffSale.push({ storeId, action: "product.imported_off_sale", objectId: id, changes });
          }
          if (known?.is_active === 1 && (row.is_active === 0 || row.currency !== known.currency)) {
            unsellable.add(id);
          }
          byReference.set(input.reference, row);
          changed.set(id, row);
        }
        if (byReference.size > maxProducts) throw tooManyProducts(maxProducts);
        refuseSharedSlugs(byReference.values());
        const writes = [...changed.values()];
        await saveStock(db, storeId, stock);
        const listeners = await listenersOf(db, storeId);
        const now = clock();
        for (let done = 0; done < writes.length; done += rowsPerStatement) {
          const rows = writes.slice(done, done + rowsPerStatement);
          await saveProducts(db, rows, { storeId, listeners, now });
          progress(inputs.length - writes.length + done);
          await otherRequests();
        }
        const low = [...stock].flatMap(([id, quantity]): [string, StockLevel][] => {
          const { quantity: before, reserved = 0 } = levels.get(id) ?? {};
          return quantity !== null && becomesLow(before, quantity) ? [[id, { quantity, reserved }]] : [];
        });
        for (let done = 0; done < low.length; done += rowsPerStatement) {
          const some = new Map(low.slice(done, done + rowsPerStatement));
          await recordLowStock(db, { storeId, now }, levels, some);
        }
        await requestClosing(db, storeId, { products: unsellable }, now);
        if (writes.length >= manyRows) await engine.tidyProducts(db);
        if (counts.created + counts.updated > 0) {
          for (let done = 0; done < takenOffSale.length; done += rowsPerStatement) {
            await recordChanges(db, by, takenOffSale.slice(done, done + rowsPerStatement), now);
            await otherRequests();
          }
          const { created, updated } = counts;
          const notes = { offSale: offSale.length || null, leftOut: leftOut.join(", ") || null };
          const changes = firstValues({ created, updated, ...notes });
          await recordChange(db, by, { storeId, action: "products.imported", objectId: null, changes }, now);
          await cache.bumpRevision(db, [storeId]);
        }
        return counts;
      });
      cache.invalidate(storeId);
      progress(inputs.length);
      return counts;
    },
  };
}

/** The given codes; those that aren't given stay as they are. */
export function codesOf(input: Partial<ProductCodes>, known: ProductRow | undefined): ProductCodes {
  const {
    sku = known?.sku ?? null,
    weightInGrams = known?.weight_in_grams ?? null,
    compareAtPriceInCents = known?.compare_at_price_in_cents ?? null,
    trialDays = known?.trial_days ?? null,
    requiresShipping = known?.requires_shipping === 1,
    taxCode = known?.tax_code ?? null,
  } = input;
  return { sku, weightInGrams, compareAtPriceInCents, trialDays, requiresShipping, taxCode };
}

/** Checked before the store's products are read. */
async function refuseLargeStore(db: Queries, storeId: string, max: number): Promise<void> {
  const { count } = await db
    .selectFrom("products")
    .where("store_id", "=", storeId)
    .select((eb) => eb.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  if (count > max) throw tooManyProducts(max);
}

const tooManyProducts = (max: number) =>
  conflict(
    `The store would have more than ${max} products. The operator can import them with \`products import\`.`,
  );

function refuseSharedSlugs(rows: Iterable<ProductRow>): void {
  const taken = new Map<string, string>();
  for (const { slug, reference } of rows) {
    if (slug === null) continue;
    const other = taken.get(slug);
    if (other !== undefined) {
      throw conflict(`The products ${other} and ${reference} would both have the slug ${slug}.`);
    }
    taken.set(slug, reference);
  }
}

/** What the open sessions of a cart have reserved. */
async function reservedByCart(db: Queries, cartId: string): Promise<StockLine[]> {
  const rows = await db
    .selectFrom("checkout_sessions")
    .select("stock_lines")
    .where("cart_id", "=", cartId)
    .where("status", "=", "open")
    .where("stock_state", "=", "reserved")
    .execute();
  return rows.flatMap(({ stock_lines: lines }) => JSON.parse(lines ?? "[]") as StockLine[]);
}
