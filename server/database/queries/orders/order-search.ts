import {
  type AliasableExpression,
  type Expression,
  expressionBuilder,
  type SelectQueryBuilder,
  type SqlBool,
  sql,
} from "kysely";
import { numberIn, searchedTerms } from "../../../domain/order-search.ts";
import type { Queries } from "../../engines/queries.ts";
import type { Tables } from "../../schema.ts";
import { hasEmail } from "../has-email.ts";
import { failedMailsOf, hasFailedMail } from "./order-conditions.ts";

export type OrderQuery = SelectQueryBuilder<Tables, "orders", object>;

const eb = expressionBuilder<Tables, "orders">();
/** At most so many orders of a term are read one by one. */
const few = 5000;
/** The orders of terms that more orders have aren't all found first: newest first, a page is soon full. */
const many = 100_000;

export interface MeantOrders {
  orders: OrderQuery;
  /** What is true of them. Given if many orders may be, so that a page is first looked for among the latest. */
  isMeant?: Expression<SqlBool>;
}

/**
 * Orders of a store that a merchant may mean: with this number (`1042` or `#1042`), by a buyer with this email address, or
 * with words of the name, SKUs, options or tracking numbers that begin with each word of the text. Ignores case and accents.
 */
export async function ordersMeantBy(db: Queries, storeId: string, text: string): Promise<MeantOrders> {
  const orders = db.selectFrom("orders");
  if (text.includes("@")) return { orders: orders.where(hasEmail(text)) };
  const number = numberIn(text);
  if (text.startsWith("#"))
    return { orders: orders.where(number === undefined ? none : eb("number", "=", number)) };
  const terms = searchedTerms(text);
  const { rare, count } = await findRare(db, storeId, terms);
  if (rare === undefined) return { orders: orders.where(none) };
  const others = terms.filter((term) => term !== rare);
  const search = { storeId, rare, number };
  if (count <= few) return { orders: among(db, search).where(eb.and(others.map(hasTerm))) };
  const hasAll = eb.and(terms.map(hasTerm));
  const isMeant = number === undefined ? hasAll : eb.or([eb("number", "=", number), hasAll]);
  if (count > many) return { orders: orders.where(isMeant), isMeant };
  return { orders: among(db, search, others), isMeant };
}

const none = sql<SqlBool>`1 = 0`;

interface TermSearch {
  storeId: string;
  rare: string;
  number: number | undefined;
}

/** Orders with a mail to the buyer that couldn't be delivered. Many are recent, if the mail server is away. */
export function ordersWithFailedMail(db: Queries, storeId: string): MeantOrders {
  const found = failedMailsOf(storeId).select(sql<string>`order_id`.as("order_id")).distinct();
  return { orders: ordersIn(db, found), isMeant: hasFailedMail(storeId) };
}

/** `cross join` lets SQLite begin with the orders that were found instead of all orders of the store. */
function ordersIn(db: Queries, found: AliasableExpression<{ order_id: string }>): OrderQuery {
  return db
    .selectFrom(found.as("found"))
    .crossJoin("orders")
    .whereRef("orders.id", "=", "found.order_id") as unknown as OrderQuery;
}

/** Of the orders with the rare term, those that are also in the lists of the others. */
function among(db: Queries, { storeId, rare, number }: TermSearch, others: string[] = []): OrderQuery {
  let found = withTerm(db, storeId, rare).select("order_id").distinct();
  for (const term of others) {
    // With the column alone, SQLite looks up each order of the list, which takes twice as long.
    found = found.where(sql`order_id || ''`, "in", withTerm(db, storeId, term).select("order_id"));
  }
  const ofNumber = db
    .selectFrom("orders as numbered")
    .select("numbered.id as order_id")
    .where("numbered.store_id", "=", storeId)
    .where("numbered.number", "=", number ?? 0);
  return ordersIn(db, number === undefined ? found : found.union(ofNumber));
}

/**
 * A term that few orders have, or else one that not many have, if there is one, and how many have it, counted to
 * `many + 1`. Doesn't count all terms to find the rarest: two counts would take as long as the search.
 */
async function findRare(
  db: Queries,
  storeId: string,
  terms: string[],
): Promise<{ rare: string | undefined; count: number }> {
  for (const most of [few, many]) {
    for (const term of terms) {
      const count = await countOrders(db, { storeId, term, limit: most + 1 });
      if (count <= most) return { rare: term, count };
    }
  }
  return { rare: terms[0], count: many + 1 };
}

async function countOrders(
  db: Queries,
  { storeId, term, limit }: { storeId: string; term: string; limit: number },
): Promise<number> {
  const some = withTerm(db, storeId, term)
    .select("order_id")
    // Without an order, PostgreSQL reads the table to find enough rows of a frequent term.
    .orderBy("term")
    .limit(sql.lit(limit));
  const { n } = await db
    .selectFrom(some.as("some"))
    .select((of) => of.fn.countAll<number>().as("n"))
    .executeTakeFirstOrThrow();
  return Number(n);
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
