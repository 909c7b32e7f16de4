import { type RawBuilder, sql } from "kysely";
import type { ProductRow } from "../../schema.ts";
import type { Queries } from "../queries.ts";
import type { ProductQuery, Search, SearchProducts } from "./search.ts";

/** How many products of the listing are sampled first. */
const sampleSize = 100;
/** If at least this many products in the sample match, the page is read from the listing. */
const frequent = 2;
/** How many products are read from the listing before falling back to the term index. */
const maxRead = 5000;

/**
 * PostgreSQL's term index finds all matching products unordered; the listing is ordered but unfiltered, and
 * faster for common terms. The server's statistics estimate prefixes badly, so a sample decides.
 */
export const searchInPostgres: SearchProducts = async (db, search) => {
  const { terms, limit } = search;
  const sample = await readSample(db, search);
  const matching = sample.filter(({ has }) => has.every(Boolean));
  if (sample.length < sampleSize || matching.length >= limit) {
    const ids = matching.slice(0, limit).map(({ id }) => id);
    return readRows(db, ids);
  }
  if (matching.length >= frequent) {
    const near = await readListing(db, search);
    if (near.length === limit) return near;
  }
  const counts = terms.prefixes.map((_, n) => sample.filter(({ has }) => has[n]).length);
  const rarest = Math.min(...counts);
  // The lists of words that most products have take longer to read than the products of a rarer word.
  return readIndex(db, search, (n) => counts[n] === rarest || (counts[n] ?? 0) <= sampleSize / 4);
};

function listing(db: Queries, search: Search): ProductQuery {
  return inListing(db.selectFrom("products"), search);
}

function inListing(products: ProductQuery, { storeId, isActive, after, narrow }: Search): ProductQuery {
  return narrow(
    products
      .where("products.store_id", "=", storeId)
      .where("products.is_active", "=", sql.lit(isActive ? 1 : 0))
      .where("products.position", ">", after),
  );
}

const hasWord = (word: string): RawBuilder<boolean> => sql<boolean>`' ' || search like ${`% ${word}%`}`;

/** Reads the next products of the listing, with which words each matches. */
async function readSample(db: Queries, search: Search): Promise<{ id: string; has: boolean[] }[]> {
  const next = listing(db, search)
    .select(["products.id", "products.position", "products.search"])
    .orderBy("products.position")
    .limit(sampleSize);
  const has = sql<boolean[]>`array[${sql.join(search.terms.prefixes.map(hasWord))}]`;
  return db
    .selectFrom(next.as("next"))
    .select(["id", has.as("has")])
    .orderBy("position")
    .execute();
}

async function readRows(db: Queries, ids: string[]): Promise<ProductRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom("products").selectAll().where("id", "in", ids).orderBy("position").execute();
}

async function readListing(db: Queries, search: Search): Promise<ProductRow[]> {
  const next = listing(db, search).selectAll("products").orderBy("products.position").limit(maxRead);
  let found = db.selectFrom(next.as("next")).selectAll();
  for (const word of search.terms.prefixes) found = found.where(hasWord(word));
  return found.orderBy("position").limit(search.limit).execute();
}

/**
 * Reads the term index for the chosen words. All other conditions are checked afterwards; otherwise the
 * server might choose the listing's index and read all of it.
 */
async function readIndex(
  db: Queries,
  search: Search,
  isChosen: (index: number) => boolean,
): Promise<ProductRow[]> {
  const { storeId, isActive, terms, limit } = search;
  const query = [
    ...[`_s${storeId}`, ...terms.exact].map((term) => `'${term}'`),
    ...terms.prefixes.filter((_, n) => isChosen(n)).map((word) => `'${word}':*`),
  ];
  const indexed = db
    .selectFrom("products")
    .selectAll()
    .where("is_active", "=", sql.lit(isActive ? 1 : 0))
    .where(
      sql<boolean>`array_to_tsvector(string_to_array('_s' || store_id || ' ' || search, ' ')) @@ ${query.join(" & ")}::tsquery`,
    );
  const found = db
    .with(
      (cte) => cte("found").materialized(),
      () => indexed,
    )
    .selectFrom("found as products") as unknown as ProductQuery;
  let matching = inListing(found, search);
  for (const [n, word] of terms.prefixes.entries())
    if (!isChosen(n)) matching = matching.where(hasWord(word));
  return matching.selectAll("products").orderBy("products.position").limit(limit).execute();
}
