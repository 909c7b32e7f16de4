import { hash } from "node:crypto";
import { sql } from "kysely";
import type { Product } from "../../../domain/product.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ReadCatalog } from "../../replica.ts";
import { acceptsPayments, type Store, toStore } from "../stores.ts";
import { toProduct } from "./product-row.ts";

export type CatalogStore = ReturnType<typeof toCatalogStore>;

/** Products on sale that follow each other in the merchant's order. */
export interface ProductGroup {
  /** In ascending order. A product never changes its group, so groups don't shift when products are added or deleted. */
  at: number;
  count: number;
  /** Changes with each change of one of its products. */
  signature: string;
}

/** A store's catalog at one moment. */
export interface CatalogSnapshot {
  /** Undefined when there is no such store. */
  store(): Promise<CatalogStore | undefined>;
  groups(): AsyncGenerator<ProductGroup>;
  products(group: number): Promise<Product[]>;
}

/** Positions in the merchant's order that a group spans: what is read, and serialised again after a change. */
const groupSize = 50;
/** Rows of the statement that looks for changes. */
const rowsPerStatement = 250;

export function catalogQueries(engine: Engine, cache: Cache, readSnapshot: ReadCatalog) {
  return {
    /** See `Cache`. */
    changesOf: cache.changesOf,

    /** Whether the store has more products on sale. */
    async isLarger(storeId: string, count: number): Promise<boolean> {
      const row = await onSale(engine.read, storeId)
        .select("id")
        .orderBy("position")
        .offset(count)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },

    /** Reads a catalog in several statements. */
    read: <T>(storeId: string, job: (snapshot: CatalogSnapshot) => Promise<T>): Promise<T> =>
      readSnapshot((db) =>
        job({
          store: () => readStore(db, storeId),
          groups: () => readGroups(db, storeId),
          products: (group) => readGroup(db, storeId, group),
        }),
      ),
  };
}

function onSale(db: Queries, storeId: string) {
  // As in the index, which SQLite wouldn't use for a parameter.
  return db
    .selectFrom("products")
    .where("products.store_id", "=", storeId)
    .where("is_active", "=", sql.lit(1));
}

async function readStore(db: Queries, storeId: string): Promise<CatalogStore | undefined> {
  const row = await db.selectFrom("stores").selectAll().where("id", "=", storeId).executeTakeFirst();
  return row && toCatalogStore(toStore(row));
}

async function* readGroups(db: Queries, storeId: string): AsyncGenerator<ProductGroup> {
  let group: { at: number; versions: string[] } | undefined;
  for await (const row of readVersions(db, storeId)) {
    const { id, position, write_id, quantity, reserved } = row;
    const at = Math.floor(position / groupSize);
    if (group && group.at !== at) yield signed(group);
    if (group?.at !== at) group = { at, versions: [] };
    group.versions.push(`${id} ${position} ${write_id} ${quantity} ${reserved}`);
  }
  if (group) yield signed(group);
}

function signed({ at, versions }: { at: number; versions: string[] }): ProductGroup {
  return { at, count: versions.length, signature: hash("sha256", versions.join("\n"), "base64url") };
}

/** Positions are unique within a store. */
async function* readVersions(db: Queries, storeId: string) {
  let after = -1;
  for (;;) {
    const rows = await onSale(db, storeId)
      .leftJoin("product_stock", "product_stock.product_id", "products.id")
      .select(["id", "position", "write_id", "quantity", "reserved"])
      .where("position", ">", after)
      .orderBy("position")
      .orderBy("id")
      .limit(rowsPerStatement)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < rowsPerStatement) return;
    after = last.position;
  }
}

async function readGroup(db: Queries, storeId: string, group: number): Promise<Product[]> {
  const rows = await onSale(db, storeId)
    .leftJoin("product_stock", "product_stock.product_id", "products.id")
    .selectAll("products")
    .select(["quantity", "reserved"])
    .where("position", ">=", group * groupSize)
    .where("position", "<", (group + 1) * groupSize)
    .orderBy("position")
    .orderBy("id")
    .execute();
  return rows.map((row) => {
    const { quantity, reserved } = row;
    return toProduct(row, quantity === null || reserved === null ? undefined : { quantity, reserved });
  });
}

function toCatalogStore(store: Store) {
  const { id, slug, name, description, logoUrl, isPublished, currency, theme } = store;
  const { contactEmail, contactPhone, seoTitle, seoDescription, templateKey, templateTexts } = store;
  return {
    _id: id,
    slug,
    name,
    ...(description !== null && { description }),
    ...(logoUrl !== null && { logoUrl }),
    isPublished,
    currency,
    contactEmail,
    contactPhone,
    seoTitle,
    seoDescription,
    theme,
    ...(templateKey !== null && { templateKey }),
    ...(templateTexts !== null && { templateTexts }),
    paymentsConfigured: acceptsPayments(store),
  };
}
