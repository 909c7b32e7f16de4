import { type RawBuilder, type SqlBool, sql } from "kysely";
import { type Tables, tableNames } from "../schema.ts";

/** Payments that an older server recorded have no `store_id`, so they belong to their order's store. */
type TableOfStores = Exclude<
  { [Table in keyof Tables]: "store_id" extends keyof Tables[Table] ? Table : never }[keyof Tables],
  "order_payments"
>;

/** A column whose values refer to one of these columns in rows that belong to the store. */
export interface Link {
  column: string;
  of: [table: keyof Tables, column: string][];
}

const ofOrder: Link = { column: "order_id", of: [["orders", "id"]] };
const ofPayment: Link = {
  column: "payment_id",
  of: [
    ["order_payments", "payment_id"],
    ["orders", "payment_id"],
  ],
};

/**
 * How rows without a `store_id` belong to a store; the compiler requires an entry per table. `people` are
 * moved separately. `stays` marks data of a provider account, a browser, or one database's servers.
 */
const links: Record<Exclude<keyof Tables, TableOfStores | "stores">, Link | "people" | "stays"> = {
  parcels: ofOrder,
  order_returns: ofOrder,
  order_downloads: ofOrder,
  order_payments: ofOrder,
  refund_requests: ofOrder,
  refunds: ofPayment,
  payment_refunds: ofPayment,
  disputes: ofPayment,
  event_deliveries: { column: "event_id", of: [["events", "id"]] },
  idempotency_keys: {
    column: "caller",
    of: [
      ["api_keys", "id"],
      ["stores", "id"],
    ],
  },
  people: "people",
  passkeys: "people",
  provider_events: "stays",
  portal_configurations: "stays",
  session_listings: "stays",
  event_listings: "stays",
  unhandled_events: "stays",
  dashboard_sessions: "stays",
  pending_flows: "stays",
  leases: "stays",
  revision: "stays",
  store_revisions: "stays",
};

export const linkOf = (table: keyof Tables): Link | "people" | "stays" | undefined =>
  (links as Partial<typeof links & Record<keyof Tables, undefined>>)[table];

/** The tables with rows that belong to one store, referenced tables first. */
export const tablesOfStores = tableNames.filter((table) => {
  const link = linkOf(table);
  return link !== "people" && link !== "stays";
});

export interface StoreRows {
  storeId: string;
  /** The schema of the tables; undefined for the database's default. */
  schema?: string | undefined;
}

/**
 * SQL: whether a row belongs to the store. Uses literals, because a trigger takes no parameters.
 * @param row the row of a trigger; default: the row of a query on the table
 */
export function belongs(table: keyof Tables, rows: StoreRows, row?: "new" | "old"): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${row ?? table}.${name}`);
  const id = sql.lit(rows.storeId);
  if (table === "stores") return sql<SqlBool>`${column("id")} = ${id}`;
  const link = linkOf(table);
  if (link === "people" || link === "stays") return sql<SqlBool>`false`;
  if (link === undefined) return sql<SqlBool>`${column("store_id")} = ${id}`;
  // Looked up by row: a list of all parents would be read again for each row once it exceeds PostgreSQL's work_mem.
  const parents = link.of.map(
    ([parent, key]) =>
      sql`exists (select 1 from ${tableIn(rows, parent)} where ${sql.ref(`${parent}.${key}`)} = ${column(link.column)} and ${belongs(parent, rows)})`,
  );
  return sql<SqlBool>`(${sql.join(parents, sql` or `)})`;
}

export function tableIn({ schema }: Pick<StoreRows, "schema">, name: string): RawBuilder<unknown> {
  return sql.table(schema === undefined ? name : `${schema}.${name}`);
}
