import { type SqlBool, sql } from "kysely";
import type { Product } from "../../../domain/product.ts";
import { type SearchTerms, searchTerms } from "../../../domain/product-search.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ProductQuery, Search } from "../../engines/search/search.ts";
import type { ReadCatalog } from "../../replica.ts";
import type { ProductRow } from "../../schema.ts";
import { placeOf } from "./place-of.ts";
import { toProducts } from "./product-row.ts";

export interface PageRequest {
  storeId: string;
  limit: number;
  /** The id of the last product of the previous page. */
  after?: string | undefined;
  category?: string | undefined;
  type?: string | undefined;
  ids?: string[] | undefined;
  slug?: string | undefined;
  /** The typed search text. */
  q?: string | undefined;
}

export interface ProductPage {
  products: Product[];
  hasMore: boolean;
}

export function productPageQueries(engine: Engine, readCatalog: ReadCatalog) {
  return {
    /** Products on sale, in the merchant's order; undefined when the store has no product `after`. */
    read: (request: PageRequest) => readCatalog((db) => readPage(db, request)),
  };

  async function readPage(db: Queries, request: PageRequest): Promise<ProductPage | undefined> {
    const { storeId, limit, after, category, type, ids, slug, q } = request;
    const position = after === undefined ? -1 : await placeOf(db, { storeId, productId: after });
    if (position === undefined) return undefined;
    const slugged = slug === undefined ? undefined : await withSlug(db, storeId, slug);
    if (slugged?.length === 0) return { products: [], hasMore: false };
    const narrow = (query: ProductQuery) => {
      let narrowed = query;
      if (category !== undefined) narrowed = narrowed.where("products.category", "=", category);
      if (type !== undefined) narrowed = narrowed.where("products.type", "=", type);
      if (ids !== undefined) narrowed = narrowed.where("products.id", "in", ids);
      if (slugged !== undefined) narrowed = narrowed.where("products.id", "in", slugged);
      return narrowed;
    };
    // One extra row shows whether there is a next page.
    const from = { storeId, after: position, limit: limit + 1, narrow };
    const rows =
      q === undefined
        ? await list(db, from)
        : merged(await search(db, from, searchTerms(q, { category, type })), await withSku(db, from, q));
    return { products: await toProducts(db, rows.slice(0, limit)), hasMore: rows.length > limit };
  }

  /** Positions are unique within a store. */
  async function list(
    db: Queries,
    { storeId, after, limit, narrow }: Omit<Search, "terms">,
  ): Promise<ProductRow[]> {
    const products = db
      .selectFrom("products")
      .where("products.store_id", "=", storeId)
      .where("products.is_active", "=", sql.lit(1))
      .where("products.position", ">", after);
    return narrow(products)
      .selectAll("products")
      .orderBy("products.position")
      .orderBy("products.id")
      .limit(limit)
      .execute();
  }

  /** The ids of the products with this slug: looked up, since the list would be read in its order. */
  async function withSlug(db: Queries, storeId: string, slug: string): Promise<string[]> {
    const rows = await db
      .selectFrom("products")
      .select("id")
      .where("store_id", "=", storeId)
      .where(sql<SqlBool>`substr(slug, 1, 200) = substr(cast(${slug} as text), 1, 200)`)
      .where("slug", "=", slug)
      .execute();
    return rows.map(({ id }) => id);
  }

  /** The products on sale whose SKU is the text, unordered. */
  async function withSku(
    db: Queries,
    { storeId, after, limit, narrow }: Omit<Search, "terms">,
    q: string,
  ): Promise<ProductRow[]> {
    const given = q.trim();
    const products = db
      .selectFrom("products")
      .where("products.store_id", "=", storeId)
      .where("products.sku", "in", [given, given.toLowerCase(), given.toUpperCase()])
      .where("products.is_active", "=", 1)
      .where("products.position", ">", after);
    const rows = await narrow(products).selectAll("products").execute();
    return rows.sort(byPlace).slice(0, limit);
  }

  async function search(
    db: Queries,
    from: Omit<Search, "terms">,
    terms: SearchTerms | undefined,
  ): Promise<ProductRow[]> {
    return terms ? engine.searchProducts(db, { ...from, terms }) : [];
  }
}

const byPlace = (a: ProductRow, b: ProductRow): number => a.position - b.position;

/** Both lists' products, in the merchant's order. */
function merged(found: ProductRow[], others: ProductRow[]): ProductRow[] {
  const byId = new Map([...found, ...others].map((row) => [row.id, row]));
  return [...byId.values()].sort(byPlace);
}
