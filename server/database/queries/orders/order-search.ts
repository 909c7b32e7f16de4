import { type Expression, expressionBuilder, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { numberIn, searchedTerms } from "../../../domain/order-search.ts";
import type { Queries } from "../../engines/queries.ts";
import type { Tables } from "../../schema.ts";
import { hasEmail } from "../has-email.ts";

export type OrderQuery = SelectQueryBuilder<Tables, "orders", object>;

const eb = expressionBuilder<Tables, "orders">();
/** Terms that more orders have are looked up per order, newest first, until a page is full. */
const frequent = 5000;

/**
 * Orders of a store that a merchant may mean: with this number (`1042` or `#1042`), by a buyer with this e-mail address, or
 * with words of the name, SKUs, options or tracking numbers that begin with each word of the text. Ignores case and accents.
 */
export async function ordersMeantBy(db: Queries, storeId: string, text: string): Promise<OrderQuery> {
  const orders = db.selectFrom("orders");
  if (text.includes("@")) return orders.where(hasEmail(text));
  const number = numberIn(text);
  if (text.startsWith("#")) return orders.where(number === undefined ? none : eb("number", "=", number));
  const terms = searchedTerms(text);
  if (terms.length === 0) return orders.where(none);
  const rare = await rareTerm(db, storeId, terms);
  const others = terms.filter((term) => term !== rare).map(hasTerm);
  if (rare !== undefined) return amongRare(db, { storeId, rare, number }).where(eb.and(others));
  return orders.where(
    number === undefined ? eb.and(others) : eb.or([eb("number", "=", number), eb.and(others)]),
  );
}

const none = sql<SqlBool>`1 = 0`;

/** `cross join` lets SQLite begin with the few orders found instead of all orders of the store. */
function amongRare(
  db: Queries,
  { storeId, rare, number }: { storeId: string; rare: string; number: number | undefined },
): OrderQuery {
  const ofTerm = withTerm(db, storeId, rare).select("order_id").distinct();
  const ofNumber = db
    .selectFrom("orders as numbered")
    .select("numbered.id as order_id")
    .where("numbered.store_id", "=", storeId)
    .where("numbered.number", "=", number ?? 0);
  return db
    .selectFrom((number === undefined ? ofTerm : ofTerm.union(ofNumber)).as("found"))
    .crossJoin("orders")
    .whereRef("orders.id", "=", "found.order_id") as unknown as OrderQuery;
}

/** The first term that few orders have; undefined if all are frequent. */
async function rareTerm(db: Queries, storeId: string, terms: string[]): Promise<string | undefined> {
  for (const term of terms) {
    const some = withTerm(db, storeId, term)
      .select("order_id")
      // Without an order, PostgreSQL reads the table to find enough rows of a frequent term.
      .orderBy("term")
      .limit(sql.lit(frequent + 1));
    const { count } = await db
      .selectFrom(some.as("some"))
      .select((of) => of.fn.countAll<number>().as("count"))
      .executeTakeFirstOrThrow();
    if (Number(count) <= frequent) return term;
  }
  return undefined;
}

/** A range, because `like` uses an index on one engine only. No term has the last character of Unicode. */
function withTerm(db: Queries, storeId: string, term: string) {
  return db
    .selectFrom("order_terms")
    .where("store_id", "=", storeId)
    .where("term", ">=", term)
    .where("term", "<", `${term}\u{10ffff}`);
}

/** Counts, so that it is looked up for each order that is read: PostgreSQL would read all terms for a join. */
function hasTerm(term: string): Expression<SqlBool> {
  const ofThis = eb
    .selectFrom("order_terms")
    .select((of) => of.fn.countAll<number>().as("count"))
    .whereRef("order_terms.order_id", "=", "orders.id")
    .where("order_terms.term", ">=", term)
    .where("order_terms.term", "<", `${term}\u{10ffff}`);
  return eb(ofThis, ">", 0);
}
