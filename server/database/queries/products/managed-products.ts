import { ApiError } from "@counterpart/server/errors";
import { type RawBuilder, type SqlBool, sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { searchTerms } from "../../../domain/product-search.ts";
import { lowStock } from "../../../domain/stock.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { Search } from "../../engines/search/search.ts";
import type { ProductRow } from "../../schema.ts";
import { makeOnce } from "../idempotency-keys.ts";
import { idsOf } from "../ids-of.ts";
import { readLevels } from "../stock/stock.ts";
import { changeProducts } from "./change-products.ts";
import { type ManagedProduct, toManagedProduct } from "./managed-product.ts";
import { placeOf } from "./place-of.ts";
import type { ApplyEdit, GivenFields, NewProductInput, ProductWrite, WriteResult } from "./product-write.ts";
import type { ProductInput } from "./products.ts";

export type { ManagedProduct } from "./managed-product.ts";

/** Filters are combined with AND. */
export interface ManagedProductList {
  storeId: string;
  limit: number;
  /** The id of the last product of the previous page. */
  after?: string | undefined;
  /** The typed search text, an id, a reference or a SKU. */
  q?: string | undefined;
  isActive?: boolean | undefined;
  category?: string | undefined;
  /** Only those of which few are left. */
  isLow?: boolean | undefined;
  /** Only the variants of the group with this slug; not with `q`. */
  group?: string | undefined;
  /** Only the first variant of each group. Those that a search finds aren't left out. */
  isGrouped?: boolean | undefined;
}

export interface ProductAddress {
  storeId: string;
  /** The product's id or the merchant's reference. */
  product: string;
}

/** The actor of a change, and the token that its attempts share. */
interface Changing {
  by?: Actor | undefined;
  idempotencyToken?: string | undefined;
}

/** The product after a change, or as it was if it was deleted; or why it was refused. */
export type ChangeResult = { product: ManagedProduct } | { refusal: Refusal };

export interface Refusal extends Partial<Pick<ApiError, "details">> {
  status: 404 | 409 | 412;
  code: "NOT_FOUND" | "CONFLICT";
  message: string;
}

/** Computes a changed variant from the current one, and from the product that was edited, before and after. May throw. */
export type ApplyToVariant = (
  current: ManagedProduct,
  before: ManagedProduct,
  after: ManagedProduct,
) => ProductInput;

/** Why one of several changes, and so all of them, weren't made. */
export class RefusedWrite extends Error {
  /** Its place among the changes, from 0. */
  readonly at: number;
  readonly refusal: ApiError;

  constructor(at: number, refusal: ApiError) {
    super(refusal.message, { cause: refusal });
    this.name = "RefusedWrite";
    this.at = at;
    this.refusal = refusal;
  }
}

/** More variants of a group aren't changed together. */
export const maxVariants = 100;

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

  async function placeAfter(storeId: string, product: string): Promise<number | undefined> {
    const place = await placeOf(engine.read, { storeId, productId: product });
    return place ?? (await findRow(engine.read, { storeId, product }))?.position;
  }

  return {
    /**
     * In the merchant's order, including products that aren't for sale. Undefined when the store has no
     * product `after`.
     */
    async list({ after, limit, q, isLow = false, isGrouped = false, ...filters }: ManagedProductList) {
      const { storeId } = filters;
      const last = after === undefined ? -1 : await placeAfter(storeId, after);
      if (last === undefined) return undefined;
      // One extra row shows whether there is a next page.
      const isFewLow = await fewAreLow(engine, { ...filters, isLow });
      const page = { ...filters, isLow, isGrouped, isFewLow, after: last, limit: limit + 1 };
      const found = q === undefined ? await pageOf(engine, page) : await search(engine, page, q);
      return { products: await toManaged(engine.read, found.slice(0, limit)), hasMore: found.length > limit };
    },

    /** Whether something to ship is for sale. */
    async sellsPhysical(storeId: string): Promise<boolean> {
      const row = await engine.read
        .selectFrom("products")
        .select("id")
        .where("store_id", "=", storeId)
        .where("is_active", "=", 1)
        .where("type", "=", "physical")
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
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
     * Changes one product in a transaction. Undefined when the store has no such product.
     * @throws what the change's functions throw, and CONFLICT when another product of the store has the new slug
     */
    change,

    /**
     * Makes changes one after another, in one transaction. A refused one doesn't stop the others.
     * @returns a result per change, in their order; the same ones for an idempotency token that has taken effect
     */
    async changeMany(
      storeId: string,
      writes: ProductWrite[],
      { by, idempotencyToken }: Changing,
    ): Promise<ChangeResult[]> {
      const results = await written(storeId, idempotencyToken, (db) => save(db, storeId, writes, by));
      return results.map(toChangeResult);
    },

    /**
     * Makes changes in one transaction, all or none.
     * @throws RefusedWrite for the first that is refused
     */
    async changeAll(storeId: string, writes: ProductWrite[], { by }: Pick<Changing, "by">): Promise<void> {
      await written(storeId, undefined, async (db) => {
        for (const [at, result] of (await save(db, storeId, writes, by)).entries()) {
          if (result === "unknown")
            throw new RefusedWrite(at, new ApiError("NOT_FOUND", "The product no longer exists."));
          if ("refusal" in result) throw new RefusedWrite(at, result.refusal);
        }
      });
    },

    /** Undefined when no product of the store has this slug. */
    async findBySlug(storeId: string, slug: string): Promise<ManagedProduct | undefined> {
      const row = await inStore(engine.read, storeId).where("slug", "=", slug).executeTakeFirst();
      const [product] = await toManaged(engine.read, row ? [row] : []);
      return product;
    },

    /** Those of these slugs that products of the store have. */
    async takenSlugs(storeId: string, slugs: string[]): Promise<Set<string>> {
      const rows = await engine.read
        .selectFrom("products")
        .select("slug")
        .where("store_id", "=", storeId)
        .where("slug", "in", slugs)
        .execute();
      return new Set(rows.flatMap(({ slug }) => slug ?? []));
    },

    /**
     * Changes a product, and returns the result. Undefined when unknown or another store's.
     * @param given what `apply` may set of these fields
     * @param applyToVariant computes the other variants of its group; all or nothing
     * @throws CONFLICT when another product of the store has the new slug, or the group has too many variants to change
     */
    async edit(
      { storeId, product }: ProductAddress,
      apply: ApplyEdit,
      by?: Actor,
      given: GivenFields = anyStock,
      applyToVariant?: ApplyToVariant,
    ): Promise<ManagedProduct | undefined> {
      if (!applyToVariant) return change(storeId, { action: "edit", product, given, apply }, { by });
      return written(storeId, undefined, async (db) => {
        let before: ManagedProduct | undefined;
        const remembered: ApplyEdit = (current) => {
          before = current;
          return apply(current);
        };
        const write = { action: "edit" as const, product, given, apply: remembered };
        const [after] = (await save(db, storeId, [write], by)).map(productOrThrow);
        if (!before?.group || !after) return after;
        const edited = { before, after };
        const others = (await variantIds(db, storeId, before.group.slug)).filter((id) => id !== after._id);
        const writes = others.map(
          (id): ProductWrite => ({
            action: "edit",
            product: id,
            given: {},
            apply: (current) => applyToVariant(current, edited.before, edited.after),
          }),
        );
        (await save(db, storeId, writes, by)).map(productOrThrow);
        return after;
      });
    },

    /**
     * Adds a product at the end of the merchant's order. Its reference is its id.
     * @throws CONFLICT when another product of the store has the slug
     */
    async create(
      storeId: string,
      input: NewProductInput,
      by?: Actor,
      idempotencyToken?: string,
    ): Promise<ManagedProduct> {
      const write = { action: "create" as const, given: input, make: () => input };
      const created = await change(storeId, write, { by, idempotencyToken });
      if (!created) throw new Error("A new product is never unknown.");
      return created;
    },

    /**
     * Deletes a product and requests that open payment pages with it are closed. Orders and sessions keep their lines.
     * Undefined when unknown or another store's.
     * @param check may throw, to keep the product
     */
    delete({ storeId, product }: ProductAddress, check: (current: ManagedProduct) => void, by?: Actor) {
      return change(storeId, { action: "delete", product, check }, { by });
    },
  };

  async function change(
    storeId: string,
    write: ProductWrite,
    { by, idempotencyToken }: Changing,
  ): Promise<ManagedProduct | undefined> {
    return written(storeId, idempotencyToken, async (db) => {
      const [product] = (await save(db, storeId, [write], by)).map(productOrThrow);
      return product;
    });
  }

  async function save(
    db: Queries,
    storeId: string,
    writes: ProductWrite[],
    by: Actor | undefined,
  ): Promise<WriteResult[]> {
    const { results, hasChanged } = await changeProducts(db, { storeId, by, now: clock() }, writes);
    if (hasChanged) await cache.bumpRevision(db, [storeId]);
    return results;
  }

  /** @param effect in a transaction, which its error rolls back; not repeated for a token that has taken effect */
  async function written<Answer>(
    storeId: string,
    idempotencyToken: string | undefined,
    effect: (db: Queries) => Promise<Answer>,
  ): Promise<Answer> {
    const answer = await engine.write((db) => makeOnce(db, idempotencyToken, () => effect(db)));
    cache.invalidate(storeId);
    return answer;
  }

  async function variantIds(db: Queries, storeId: string, group: string): Promise<string[]> {
    const rows = await inStore(db, storeId)
      .where("product_group", "is not", null)
      .where(engine.groupSlug("products"), "=", group)
      .orderBy("position")
      .limit(maxVariants + 1)
      .execute();
    if (rows.length <= maxVariants) return idsOf(rows);
    throw conflict(`The group has more than ${maxVariants} variants. Change them by an import.`);
  }
}

function productOrThrow(result: WriteResult): ManagedProduct | undefined {
  if (result === "unknown") return undefined;
  if ("refusal" in result) throw result.refusal;
  return result.product;
}

/** Any edit may set the stock. */
const anyStock: GivenFields = { quantity: null };

function toChangeResult(result: WriteResult): ChangeResult {
  if (result === "unknown")
    return { refusal: { status: 404, code: "NOT_FOUND", message: "No such product." } };
  return "product" in result ? result : { refusal: refusalOf(result.refusal) };
}

/** Throws errors that aren't about the product, so that nothing is changed. */
function refusalOf(error: ApiError): Refusal {
  const { status, code, message, details } = error;
  const more = { message, ...(details && { details }) };
  if (code === "NOT_FOUND") return { status: 404, code, ...more };
  if (code === "CONFLICT") return { status: status === 412 ? 412 : 409, code, ...more };
  throw error;
}

async function toManaged(db: Queries, rows: ProductRow[]): Promise<ManagedProduct[]> {
  const [first] = rows;
  if (!first) return [];
  const levels = await readLevels(db, first.store_id, idsOf(rows));
  return rows.map((row) => toManagedProduct(row, levels.get(row.id)));
}

interface Filters {
  storeId: string;
  isActive?: boolean | undefined;
  category?: string | undefined;
  isLow: boolean;
  group?: string | undefined;
}

interface ManagedPage extends Filters {
  /** Only products after this position. */
  after: number;
  limit: number;
  isGrouped: boolean;
  /** Whether the products of which few are left are few themselves. */
  isFewLow: boolean;
}

/** SQL: whether a row of this table or alias passes the filters. `is_active` is written out, as in the indexes. */
function passes(
  table: string,
  { read, groupSlug }: Engine,
  filters: Filters,
  readsLowFirst = false,
): RawBuilder<SqlBool> {
  const { storeId, isActive, category, isLow, group } = filters;
  const column = (name: keyof ProductRow) => sql.ref(`${table}.${name}`);
  // An expression, so that few low products are read by their ids instead of searched for in the store's list.
  const store = isLow && readsLowFirst ? sql`${column("store_id")} || ''` : column("store_id");
  const conditions = [sql`${store} = ${storeId}`];
  if (isActive !== undefined) conditions.push(sql`${column("is_active")} = ${sql.lit(isActive ? 1 : 0)}`);
  if (category !== undefined) conditions.push(sql`${column("category")} = ${category}`);
  if (isLow) conditions.push(sql`${column("id")} in ${lowInStock(read, storeId)}`);
  if (group !== undefined) {
    conditions.push(sql`${column("product_group")} is not null and ${groupSlug(table)} = ${group}`);
  }
  return sql`${sql.join(conditions, sql` and `)}`;
}

/**
 * The next products of the store's list.
 * @param firstAmong what passes these filters can be the first of its group
 */
function listed(engine: Engine, page: ManagedPage, firstAmong: Filters = page) {
  const rows = engine.read
    .selectFrom("products")
    .selectAll()
    .where(passes("products", engine, page, page.isFewLow))
    .where("position", ">", page.after)
    .orderBy("position")
    .orderBy("id")
    .limit(page.limit);
  if (!page.isGrouped) return rows;
  const earlier = engine.read
    .selectFrom("products as other")
    .select("other.id")
    .where(passes("other", engine, firstAmong))
    .where("other.product_group", "is not", null)
    .where(engine.groupSlug("other"), "=", engine.groupSlug("products"))
    .where(sql.ref("other.position"), "<", sql.ref("products.position"));
  return rows.where(({ not, exists }) => not(exists(earlier)));
}

/** The ids of the products of which few are left. */
function lowInStock(db: Queries, storeId: string) {
  return db
    .selectFrom("product_stock")
    .select("product_id")
    .where("store_id", "=", storeId)
    .where("quantity", "<=", lowStock);
}

/** Of more low products, the list has enough for a page soon. */
const fewLow = 5000;

async function fewAreLow({ read }: Engine, { storeId, isLow }: Filters): Promise<boolean> {
  return (
    isLow &&
    (
      await lowInStock(read, storeId)
        .limit(fewLow + 1)
        .execute()
    ).length <= fewLow
  );
}

/** Reads a category's active and inactive products separately, because each group has its own index. */
async function pageOf(engine: Engine, page: ManagedPage): Promise<ProductRow[]> {
  if (page.category === undefined || page.isActive !== undefined) return listed(engine, page).execute();
  const lists = [true, false].map((isActive) => listed(engine, { ...page, isActive }, page).execute());
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

/** Searches the word index. A pasted id, reference or SKU finds that product. */
async function search(engine: Engine, page: ManagedPage, q: string): Promise<ProductRow[]> {
  const { read, searchProducts } = engine;
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
    ...(await ofStore.where("sku", "in", spellings).execute()),
  ];
  const parts: ProductRow[][] = [named.filter((row) => isOnPage(row, page))];
  const terms = searchTerms(q, { category });
  if (terms) {
    const narrow: Search["narrow"] = (query) => {
      const low = page.isLow ? query.where("products.id", "in", lowInStock(read, storeId)) : query;
      return category === undefined ? low : low.where("products.category", "=", category);
    };
    for (const wanted of isActive === undefined ? [true, false] : [isActive]) {
      parts.push(await searchProducts(read, { ...page, isActive: wanted, terms, narrow }));
    }
  }
  const found = new Map(parts.flat().map((row) => [row.id, row]));
  return inOrder([...found.values()], page);
}
