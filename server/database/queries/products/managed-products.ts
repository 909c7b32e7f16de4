import { ApiError } from "@counterpart/server/errors";
import { sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import { type AuditAction, changedFields, type FieldChanges, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { newId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/product.ts";
import { searchTerms, searchText } from "../../../domain/product-search.ts";
import { lowStock } from "../../../domain/stock.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { Search } from "../../engines/search/search.ts";
import type { ProductRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { lockStore } from "../lock-store.ts";
import { requestClosing } from "../sessions/request-closing.ts";
import { setAvailable } from "../stock/set-available.ts";
import { toProduct, toProducts, toRow, versionOf } from "./product-row.ts";
import { codesOf, type ProductInput } from "./products.ts";
import { saveProducts } from "./save-products.ts";

/** A product as its merchant sees it. */
export interface ManagedProduct extends Product {
  /** The merchant's own id for the product. */
  reference: string;
  /** Changes with every change of the product. */
  version: string;
}

/** Filters are combined with AND. */
export interface ManagedProductList {
  storeId: string;
  limit: number;
  /** The id of the last product of the previous page. */
  after?: string | undefined;
  /** The typed search text, an id or a reference. */
  q?: string | undefined;
  isActive?: boolean | undefined;
  category?: string | undefined;
  /** Only those of which few are left. */
  isLow?: boolean | undefined;
}

export interface ProductAddress {
  storeId: string;
  /** The product's id or the merchant's reference. */
  product: string;
}

/**
 * Computes the changed product from the current one. May throw. `stock` is how many can be sold, beside those that are in
 * open checkout sessions; unchanged if it is undefined.
 */
export type ApplyEdit = (current: ManagedProduct) => ProductInput;

export function managedProductQueries(engine: Engine, cache: Cache, clock: Clock) {
  const inStore = (db: Queries, storeId: string) =>
    db.selectFrom("products").selectAll().where("store_id", "=", storeId);

  /** A reference may equal another product's id; the id takes precedence. */
  async function findRow(db: Queries, { storeId, product }: ProductAddress): Promise<ProductRow | undefined> {
    const rows = inStore(db, storeId);
    return (
      (await rows.where("id", "=", product).executeTakeFirst()) ??
      (await rows.where("reference", "=", product).executeTakeFirst())
    );
  }

  return {
    /**
     * In the merchant's order, including products that aren't for sale. Undefined when the store has no
     * product `after`.
     */
    async list({ storeId, limit, after, q, isActive, category, isLow = false }: ManagedProductList) {
      const last = after === undefined ? undefined : await findRow(engine.read, { storeId, product: after });
      if (after !== undefined && !last) return undefined;
      // One extra row shows whether there is a next page.
      const page = { storeId, after: last?.position ?? -1, limit: limit + 1, isActive, category, isLow };
      const found = q === undefined ? await pageOf(engine.read, page) : await search(engine, page, q);
      return { products: await toManaged(engine.read, found.slice(0, limit)), hasMore: found.length > limit };
    },

    /** The store's categories, in the database's alphabetical order. */
    async categories(storeId: string): Promise<string[]> {
      // Each step seeks the next category in an index; `distinct` would read all products.
      const stepsThrough = (name: string, isActive: 0 | 1) => {
        const found = sql.table(name);
        const products = sql`products where store_id = ${storeId} and is_active = ${sql.lit(isActive)}`;
        return sql`${found} (category) as (
          select min(category) from ${products}
          union all
          select (select min(category) from ${products} and category > ${found}.category)
          from ${found} where ${found}.category is not null
        )`;
      };
      const { rows } = await sql<{ category: string }>`
        with recursive ${stepsThrough("for_sale", 1)}, ${stepsThrough("not_for_sale", 0)}
        select category from for_sale where category is not null
        union select category from not_for_sale where category is not null
        order by category
      `.execute(engine.read);
      return rows.map(({ category }) => category);
    },

    /** Undefined when unknown or another store's. */
    async find(address: ProductAddress): Promise<ManagedProduct | undefined> {
      const row = await findRow(engine.read, address);
      const [product] = await toManaged(engine.read, row ? [row] : []);
      return product;
    },

    /**
     * Changes a product under a lock that imports take too, and returns the result. Undefined when unknown or
     * another store's.
     * @throws CONFLICT when another product of the store has the new slug
     */
    async edit(address: ProductAddress, apply: ApplyEdit, by?: Actor): Promise<ManagedProduct | undefined> {
      const { storeId } = address;
      const edited = await engine.write(async (db) => {
        // The lock that imports take.
        await lockStore(db, storeId);
        const row = await findRow(db, address);
        if (!row) return undefined;
        const [before] = await toManaged(db, [row]);
        if (!before) return undefined;
        const input = apply(before);
        const { reference, position } = row;
        const search = searchText(input);
        const changed = toRow(
          { ...input, ...codesOf(input, row), _id: row.id, storeId },
          { reference, position, search },
        );
        const { stock = before.stock } = input;
        const after = { ...toProduct(changed, stock), reference, version: versionOf(changed) };
        if (after.version === before.version && stock === before.stock) return after;
        if (after.slug !== before.slug) await refuseTakenSlug(db, changed);
        const now = clock();
        const listeners = await listenersOf(db, storeId);
        if (stock !== before.stock) await setAvailable(db, { storeId, productId: row.id }, stock, now);
        await saveProducts(db, [changed], { storeId, listeners, now });
        if (!after.isActive) await requestClosing(db, storeId, { products: new Set([row.id]) }, now);
        const changes = changedFields(before, after);
        await recordChange(db, by, { storeId, action: actionOf(changes), objectId: row.id, changes }, now);
        await cache.bumpRevision(db);
        return after;
      });
      cache.invalidate();
      return edited;
    },

    /**
     * Adds a product at the end of the merchant's order. Its reference is its id.
     * @throws CONFLICT when another product of the store has the slug
     */
    async create(
      storeId: string,
      input: Omit<ProductInput, "reference">,
      by?: Actor,
    ): Promise<ManagedProduct> {
      const id = newId("prod");
      const created = await engine.write(async (db) => {
        await lockStore(db, storeId);
        const { last } = await db
          .selectFrom("products")
          .select((eb) => eb.fn.max("position").as("last"))
          .where("store_id", "=", storeId)
          .executeTakeFirstOrThrow();
        const place = { reference: id, position: (last ?? 0) + 1, search: searchText(input) };
        const row = toRow({ ...input, ...codesOf(input, undefined), _id: id, storeId }, place);
        await refuseTakenSlug(db, row);
        const now = clock();
        const { stock = null } = input;
        if (stock !== null) await setAvailable(db, { storeId, productId: id }, stock, now);
        await saveProducts(db, [row], { storeId, listeners: await listenersOf(db, storeId), now });
        const changes = firstValues({ name: input.name, priceInCents: input.priceInCents, stock });
        await recordChange(db, by, { storeId, action: "product.created", objectId: id, changes }, now);
        await cache.bumpRevision(db);
        return { ...toProduct(row, stock), reference: id, version: versionOf(row) };
      });
      cache.invalidate();
      return created;
    },

    /**
     * Deletes a product and requests that open payment pages with it are closed. Orders and sessions keep their lines.
     * Undefined when unknown or another store's.
     * @param check may throw, to keep the product
     */
    async delete(
      address: ProductAddress,
      check: (current: ManagedProduct) => void,
      by?: Actor,
    ): Promise<ManagedProduct | undefined> {
      const { storeId } = address;
      const deleted = await engine.write(async (db) => {
        await lockStore(db, storeId);
        const row = await findRow(db, address);
        const [before] = await toManaged(db, row ? [row] : []);
        if (!before) return undefined;
        check(before);
        const objectId = before._id;
        const now = clock();
        await db.deleteFrom("products").where("id", "=", objectId).execute();
        await db.deleteFrom("product_stock").where("product_id", "=", objectId).execute();
        await requestClosing(db, storeId, { products: new Set([objectId]) }, now);
        const { reference: _, version: __, ...data } = { ...before, isActive: false };
        const listeners = await listenersOf(db, storeId);
        const happened = [{ type: "product.changed" as const, subjectId: objectId, data }];
        await recordEvents(db, { storeId, listeners, now }, happened);
        const changes = { name: { from: before.name, to: null } };
        await recordChange(db, by, { storeId, action: "product.deleted", objectId, changes }, now);
        await cache.bumpRevision(db);
        return before;
      });
      cache.invalidate();
      return deleted;
    },
  };
}

async function toManaged(db: Queries, rows: ProductRow[]): Promise<ManagedProduct[]> {
  const products = await toProducts(db, rows);
  return rows.flatMap((row, at) => {
    const product = products[at];
    return product ? [{ ...product, reference: row.reference, version: versionOf(row) }] : [];
  });
}

interface ManagedPage {
  storeId: string;
  /** Only products after this position. */
  after: number;
  limit: number;
  isActive: boolean | undefined;
  category: string | undefined;
  isLow: boolean;
}

/** The next products of the store's list. `is_active` is written out, as in the indexes. */
function listed(db: Queries, { storeId, after, limit, isActive, category, isLow }: ManagedPage) {
  let rows = db
    .selectFrom("products")
    .selectAll()
    .where("store_id", "=", storeId)
    .where("position", ">", after)
    .orderBy("position")
    .orderBy("id")
    .limit(limit);
  if (isActive !== undefined) rows = rows.where("is_active", "=", sql.lit(isActive ? 1 : 0));
  if (category !== undefined) rows = rows.where("category", "=", category);
  return isLow ? rows.where("id", "in", lowInStock(db, storeId)) : rows;
}

/** The ids of the products of which few are left. */
function lowInStock(db: Queries, storeId: string) {
  return db
    .selectFrom("product_stock")
    .select("product_id")
    .where("store_id", "=", storeId)
    .where("quantity", "<=", lowStock);
}

/** Reads a category's active and inactive products separately, because each group has its own index. */
async function pageOf(db: Queries, page: ManagedPage): Promise<ProductRow[]> {
  if (page.category === undefined || page.isActive !== undefined) return listed(db, page).execute();
  const lists = [true, false].map((isActive) => listed(db, { ...page, isActive }).execute());
  return inOrder((await Promise.all(lists)).flat(), page);
}

/** In the merchant's order. No two products of a store have the same position. */
function inOrder(rows: ProductRow[], { limit }: ManagedPage): ProductRow[] {
  return rows.sort((a, b) => a.position - b.position).slice(0, limit);
}

function isOnPage(row: ProductRow, { after, isActive, category }: ManagedPage): boolean {
  return (
    row.position > after &&
    (isActive === undefined || row.is_active === (isActive ? 1 : 0)) &&
    (category === undefined || row.category === category)
  );
}

/**
 * Searches the word index for products on sale, then reads the others, usually few, until the page is full. A
 * pasted id or reference finds that product.
 */
async function search({ read, searchProducts }: Engine, page: ManagedPage, q: string): Promise<ProductRow[]> {
  const { isActive, category } = page;
  const given = q.trim();
  const spellings = [given, given.toLowerCase(), given.toUpperCase()];
  // Unordered: with an order, SQLite would read the list instead of these keys.
  const { storeId } = page;
  const all = read.selectFrom("products").selectAll().where("store_id", "=", storeId);
  const ofStore = page.isLow ? all.where("id", "in", lowInStock(read, storeId)) : all;
  const named = [
    ...(await ofStore.where("id", "=", given).execute()),
    ...(await ofStore.where("reference", "in", spellings).execute()),
  ];
  const parts = [named.filter((row) => isOnPage(row, page))];
  const terms = searchTerms(q, { category });
  if (terms && isActive !== false) {
    const narrow: Search["narrow"] = (query) => {
      const low = page.isLow ? query.where("products.id", "in", lowInStock(read, storeId)) : query;
      return category === undefined ? low : low.where("products.category", "=", category);
    };
    parts.push(await searchProducts(read, { ...page, terms, narrow }));
  }
  if (terms && isActive !== true) {
    let others = listed(read, { ...page, isActive: false });
    for (const word of terms.prefixes)
      others = others.where(sql<boolean>`' ' || search like ${`% ${word}%`}`);
    parts.push(await others.execute());
  }
  const found = new Map(parts.flat().map((row) => [row.id, row]));
  return inOrder([...found.values()], page);
}

async function refuseTakenSlug(db: Queries, { id, store_id: storeId, slug }: ProductRow): Promise<void> {
  if (slug === null) return;
  const other = await db
    .selectFrom("products")
    .select("reference")
    .where("store_id", "=", storeId)
    .where("slug", "=", slug)
    .where("id", "!=", id)
    .executeTakeFirst();
  if (other) throw new ApiError("CONFLICT", `The product ${other.reference} already has the slug ${slug}.`);
}

function actionOf({ version: _, ...changes }: FieldChanges): AuditAction {
  const [first, ...others] = Object.entries(changes);
  if (first?.[0] !== "isActive" || others.length > 0) return "product.updated";
  return first[1].to === true ? "product.activated" : "product.deactivated";
}
