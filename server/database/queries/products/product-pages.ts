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

/** A part of the store's products on sale, by group. */
export interface GroupPage {
  /** The variants of each group; a product without a group is alone. */
  groups: Product[][];
  /** Where the next part begins; undefined after the last. */
  next: number | undefined;
}

export function productPageQueries(engine: Engine, readCatalog: ReadCatalog) {
  return {
    /** Products on sale, in the merchant's order; undefined when the store has no product `after`. */
    read: (request: PageRequest) => readCatalog((db) => readPage(db, request)),

    /**
     * Products on sale by group. Each group is at the place of its first product, and complete, wherever its variants are.
     * @param from the `next` of the previous part
     */
    readGroups: (request: {
      storeId: string;
      limit: number;
      from?: number | undefined;
    }): Promise<GroupPage> => readCatalog((db) => readGroups(db, request)),

    /** The products on sale of these groups, by the group's slug. */
    ofGroups: (request: { storeId: string; slugs: string[] }): Promise<Map<string, Product[]>> =>
      readCatalog((db) => readVariants(db, request)),
  };

  async function readGroups(
    db: Queries,
    { storeId, limit, from = 0 }: { storeId: string; limit: number; from?: number | undefined },
  ): Promise<GroupPage> {
    const earlier = db
      .selectFrom("products as other")
      .select("other.id")
      .where("other.store_id", "=", storeId)
      .where("other.is_active", "=", sql.lit(1))
      .where("other.product_group", "is not", null)
      .where(engine.groupSlug("other"), "=", engine.groupSlug("products"))
      .where(sql.ref("other.position"), "<", sql.ref("products.position"));
    const found = await onSale(db, storeId)
      .where("products.position", ">=", from)
      .where(({ not, exists }) => not(exists(earlier)))
      .orderBy("products.position")
      .orderBy("products.id")
      .limit(limit + 1)
      .execute();
    const firsts = await toProducts(db, found.slice(0, limit));
    const slugs = firsts.flatMap(({ group }) => group?.slug ?? []);
    const variants = await readVariants(db, { storeId, slugs });
    const groups = firsts.map((first) => (first.group && variants.get(first.group.slug)) ?? [first]);
    return { groups, next: found[limit]?.position };
  }

  async function readVariants(
    db: Queries,
    { storeId, slugs }: { storeId: string; slugs: string[] },
  ): Promise<Map<string, Product[]>> {
    if (slugs.length === 0) return new Map();
    const rows = await onSale(db, storeId)
      .where("products.product_group", "is not", null)
      .where(engine.groupSlug("products"), "in", slugs)
      .execute();
    // Sorted here, since SQLite would read the whole list to have them in its order.
    return Map.groupBy(await toProducts(db, rows.sort(byPlace)), ({ group }) => group?.slug ?? "");
  }

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
    { storeId, after, limit, narrow }: Omit<Search, "terms" | "isActive">,
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
    { storeId, after, limit, narrow }: Omit<Search, "terms" | "isActive">,
    q: string,
  ): Promise<ProductRow[]> {
    const given = q.trim();
    const ofSku = db
      .selectFrom("products as known")
      .select("known.id")
      .where("known.store_id", "=", storeId)
      .where("known.sku", "in", [given, given.toLowerCase(), given.toUpperCase()]);
    // By their ids, since SQLite would read the list to find those after a position.
    const products = db
      .selectFrom("products")
      .where("products.id", "in", ofSku)
      .where("products.is_active", "=", 1)
      .where("products.position", ">", after);
    const rows = await narrow(products).selectAll("products").execute();
    return rows.sort(byPlace).slice(0, limit);
  }

  async function search(
    db: Queries,
    from: Omit<Search, "terms" | "isActive">,
    terms: SearchTerms | undefined,
  ): Promise<ProductRow[]> {
    return terms ? engine.searchProducts(db, { ...from, isActive: true, terms }) : [];
  }
}

function onSale(db: Queries, storeId: string) {
  return db
    .selectFrom("products")
    .selectAll("products")
    .where("products.store_id", "=", storeId)
    .where("products.is_active", "=", sql.lit(1));
}

const byPlace = (a: ProductRow, b: ProductRow): number => a.position - b.position;

/** Both lists' products, in the merchant's order. */
function merged(found: ProductRow[], others: ProductRow[]): ProductRow[] {
  const byId = new Map([...found, ...others].map((row) => [row.id, row]));
  return [...byId.values()].sort(byPlace);
}
