import { SqliteAdapter, sql } from "kysely";
import { searchText } from "../../domain/product-search.ts";
import { backfill, change, index, type OldTables, type Step } from "./steps.ts";

/**
 * Product lists by page, filter and search. Rows written by a version without the column keep their old search terms, or
 * have none, until they are imported again.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("products").addColumn("search", "text").execute();
  }),
  ...[[], ["category"], ["type"], ["category", "type"]].map((filters) =>
    index({
      name: ["products_for_sale", ...filters].join("_by_"),
      table: "products",
      definition: sql`(${sql.join(["store_id", ...filters, "position", "id"].map((name) => sql.ref(name)))}) where is_active = 1`,
    }),
  ),
  change(async (db) => {
    if (isEmbedded(db)) await createFullTextTable(db);
  }),
  backfill({ table: "products", key: "id", fill: fillSearch }),
  change(async (db) => {
    if (isEmbedded(db))
      await sql`insert into product_search (product_search) values ('optimize')`.execute(db);
  }),
  index({
    name: "products_by_terms",
    table: "products",
    onlyOn: "postgres",
    // Uses the terms unchanged, because PostgreSQL's own parser would split them again.
    definition: sql`
      using gin (array_to_tsvector(string_to_array('_s' || store_id || ' ' || search, ' '))) with (fastupdate = off)
      where is_active = 1`,
  }),
];

function isEmbedded(db: OldTables): boolean {
  return db.getExecutor().adapter instanceof SqliteAdapter;
}

/**
 * A full-text index whose row ids combine store number and position, so that pages are read in order without sorting. The
 * terms come from `search`; prefixes of up to 12 letters are indexed too. Triggers keep it up to date on every write.
 */
async function createFullTextTable(db: OldTables): Promise<void> {
  await sql`
    create virtual table product_search using fts5 (
      terms, content='', contentless_delete=1, detail=none, prefix='1 2 3 4 5 6 7 8 9 10 11 12',
      tokenize="ascii tokenchars '_'"
    )
  `.execute(db);
  await sql`
    create table product_search_stores (number integer primary key, store_id text not null unique)
  `.execute(db);
  const remove = sql`
    delete from product_search where rowid = old.position
      + (select number from product_search_stores where store_id = old.store_id) * 4294967296;
  `;
  const add = sql`
    insert into product_search_stores (store_id) select new.store_id
      where not exists (select 1 from product_search_stores where store_id = new.store_id);
    insert into product_search (rowid, terms)
      select number * 4294967296 + new.position, new.search from product_search_stores
      where store_id = new.store_id and new.search is not null and new.is_active = 1;
  `;
  await sql`create trigger products_search_added after insert on products begin ${add} end`.execute(db);
  await sql`create trigger products_search_removed after delete on products begin ${remove} end`.execute(db);
  await sql`
    create trigger products_search_changed after update on products
    when old.search is not new.search or old.is_active <> new.is_active or old.position <> new.position
      or old.store_id <> new.store_id
    begin ${remove} ${add} end
  `.execute(db);
}

interface Row {
  id: string;
  name: string;
  description: string | null;
  category: string | null;
  type: string;
}

async function fillSearch(db: OldTables, ids: string[]): Promise<void> {
  const rows: Row[] = await db
    .selectFrom("products")
    .select(["id", "name", "description", "category", "type"])
    .where("id", "in", ids)
    .execute();
  const filled = sql.join(rows.map((row) => sql`(${row.id}, ${searchText(row)})`));
  await sql`
    with filled (id, search) as (values ${filled})
    update products set search = filled.search from filled where products.id = filled.id
  `.execute(db);
}
