import { sql } from "kysely";
import type { ProductQuery, SearchProducts } from "./search.ts";

type FullTextTables = {
  product_search: { rowid: number };
};

/** The index's row ids follow the listing's order, so reading stops once the page is full. */
export const searchInSqlite: SearchProducts = (db, { storeId, isActive, terms, after, limit, narrow }) => {
  const query = [...terms.exact.map((term) => `"${term}"`), ...terms.prefixes.map((word) => `"${word}" *`)];
  const base = sql<number>`
    (select number * 4294967296 + ${sql.lit(isActive ? 0 : 2 ** 31)} from product_search_stores where store_id = ${storeId})
  `;
  // A number would be bound as a float, which the index can't seek by. `cross join` fixes the join order.
  const found = db
    .withTables<FullTextTables>()
    .selectFrom("product_search")
    .crossJoin("products")
    .where(sql<boolean>`product_search match ${query.join(" AND ")}`)
    .where("product_search.rowid", ">", sql<number>`${base} + cast(${after} as integer)`)
    .where("product_search.rowid", "<", sql<number>`${base} + 2147483648`)
    .where("products.store_id", "=", storeId)
    .where("products.position", "=", sql<number>`product_search.rowid - ${base}`)
    .orderBy("product_search.rowid") as unknown as ProductQuery;
  return narrow(found).selectAll("products").limit(limit).execute();
};
