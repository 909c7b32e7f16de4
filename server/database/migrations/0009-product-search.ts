import { type Kysely, SqliteAdapter, sql } from "kysely";
import { searchText } from "../../domain/product-search.ts";

/**
 * Lists of products by page, filter and words. Rows that a version without the column writes keep the terms that they had,
 * or are found by none, until they are imported again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("products").addColumn("search", "text").execute();
  for (const filters of [[], ["category"], ["type"], ["category", "type"]]) {
    const columns = ["store_id", ...filters, "position", "id"];
    await db.schema
      .createIndex(["products_for_sale", ...filters].join("_by_"))
      .on("products")
      .columns(columns)
      .where(sql`is_active`, "=", sql.lit(1))
      .execute();
  }
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
  if (isEmbedded) await createFullTextTable(db);
  await fillSearch(db.withTables<{ products: Row }>());
  if (isEmbedded) await sql`insert into product_search (product_search) values ('optimize')`.execute(db);
  else await createGinIndex(db);
}

/**
 * A full-text index whose row ids are in the listing's order, so that a page is read without sorting: the store's number and
 * the product's position. The terms are those of `search`, which has taken them apart; prefixes of up to 12 letters have an
 * index of their own. Triggers keep it up to date, whoever writes.
 */
async function createFullTextTable(db: Kysely<unknown>): Promise<void> {
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

/** The terms as they are: PostgreSQL's own parser would take words apart once more. */
async function createGinIndex(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index products_by_terms on products
    using gin (array_to_tsvector(string_to_array('_s' || store_id || ' ' || search, ' '))) with (fastupdate = off)
    where is_active = 1
  `.execute(db);
}

interface Row {
  id: string;
  name: string;
  description: string | null;
  category: string | null;
  type: string;
  search: string | null;
}

const rowsPerStatement = 500;

async function fillSearch(db: Kysely<{ products: Row }>): Promise<void> {
  let last = "";
  for (;;) {
    const rows = await db
      .selectFrom("products")
      .select(["id", "name", "description", "category", "type"])
      .where("id", ">", last)
      .orderBy("id")
      .limit(rowsPerStatement)
      .execute();
    if (rows.length === 0) return;
    const filled = sql.join(rows.map((row) => sql`(${row.id}, ${searchText(row)})`));
    await sql`
      with filled (id, search) as (values ${filled})
      update products set search = filled.search from filled where products.id = filled.id
    `.execute(db);
    last = rows.at(-1)?.id ?? "";
  }
}
