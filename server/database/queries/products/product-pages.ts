import { sql } from "kysely";
import type { Product } from "../../../domain/product.ts";
import { type SearchTerms, searchTerms } from "../../../domain/product-search.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ProductQuery, Search } from "../../engines/search/search.ts";
import type { ReadCatalog } from "../../replica.ts";
import type { ProductRow } from "../../schema.ts";
import { toProducts } from "./product-row.ts";

export interface PageRequest {
  storeId: string;
  limit: number;
  /** The id of the last product of the previous page. */
  after?: string | undefined;
  category?: string | undefined;
  type?: string | undefined;
  ids?: string[] | undefined;
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
    const { storeId, limit, after, category, type, ids, q } = request;
    const position = after === undefined ? -1 : await positionOf(db, storeId, after);
    if (position === undefined) return undefined;
    const narrow = (query: ProductQuery) => {
      let narrowed = query;
      if (category !== undefined) narrowed = narrowed.where("products.category", "=", category);
      if (type !== undefined) narrowed = narrowed.where("products.type", "=", type);
      if (ids !== undefined) narrowed = narrowed.where("products.id", "in", ids);
      return narrowed;
    };
    // One extra row shows whether there is a next page.
    const from = { storeId, after: position, limit: limit + 1, narrow };
    const rows =
      q === undefined ? await list(db, from) : await search(db, from, searchTerms(q, { category, type }));
    return { products: await toProducts(db, rows.slice(0, limit)), hasMore: rows.length > limit };
  }

  async function positionOf(db: Queries, storeId: string, productId: string): Promise<number | undefined> {
    const row = await db
      .selectFrom("products")
      .select("position")
      .where("store_id", "=", storeId)
      .where("id", "=", productId)
      .executeTakeFirst();
    return row?.position;
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

  async function search(
    db: Queries,
    from: Omit<Search, "terms">,
    terms: SearchTerms | undefined,
  ): Promise<ProductRow[]> {
    return terms ? engine.searchProducts(db, { ...from, terms }) : [];
  }
}
