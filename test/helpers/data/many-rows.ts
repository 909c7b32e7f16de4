import { type ColumnMetadata, sql } from "kysely";
import type { Queries } from "../../../server/database/engines/queries.ts";
import { primaryKeys, type Tables, tableNames } from "../../../server/database/schema.ts";

/** How many rows each table gets. */
export interface Filling {
  stores: number;
  /** Of orders, products, carts, events and everything that belongs to them. */
  rows: number;
  /** Whether nine tenths of the rows belong to the first store; otherwise all stores have the same share. */
  hasLargeStore?: boolean;
  /** By default all. */
  tables?: readonly Table[];
  /** The time of the newest row; the others are spread over the year before. */
  now: number;
  /** Whether to run ANALYZE after the first rows of a table, so that PostgreSQL plans its triggers for many rows. */
  analyzes?: boolean;
}

/** Rows of a table before ANALYZE. */
const firstRows = 2000;

type Table = keyof Tables;

/** Tables with a row per store, account or person. */
const perStore: readonly Table[] = [
  ...(["stores", "api_keys", "event_endpoints", "shipping_rates", "mail_texts"] as const),
  ...(["people", "passkeys"] as const),
  ...([
    "dashboard_sessions",
    "pending_flows",
    "invitations",
    "memberships",
    "portal_configurations",
  ] as const),
  ...(["session_listings", "event_listings"] as const),
];
/** Tables with a row per process, or one in all. */
const notFilled: readonly Table[] = ["leases", "revision"];
/** Tables with a row for every so many orders, beside a large store. */
const everyOrders: Partial<Record<Table, number>> = {
  ...{ refunds: 10, payment_refunds: 10, disputes: 20, refund_requests: 20, order_returns: 20 },
  ...{ duplicate_subscriptions: 20, unhandled_events: 20 },
};

const names = ["Ada", "Bruno", "Chiara", "Dora", "Emil", "Fleur", "Gaia", "Hugo", "Ines", "Jonas"];

/** SQL: one of these texts for each row, the next after `period` rows. */
function oneOf(texts: string[], period = 1): string {
  const cases = texts.map((text, n) => `when ${n} then '${text}'`).join(" ");
  return `case (i / ${period}) % ${texts.length} ${cases} end`;
}

const firstName = oneOf(names);
const lastName = oneOf([...names, "Kaur"].map((name) => `${name}sen`));

/** SQL by column, for every table; `i` is the number of the row's parent, such as the order of a payment. */
const columns: Record<string, string> = {
  ...Object.fromEntries(
    (["orders", "products", "carts", "checkout_sessions", "events"] as const).map((table) => [
      `${table.slice(0, -1)}_id`,
      `'${table}_' || i`,
    ]),
  ),
  payment_id: "'payment_' || i",
  person_id: "'people_' || i",
  member_id: "'member_' || i",
  customer_id: "'cus_' || i",
  provider_id: "'provider_' || i",
  refund_id: "'payment_refunds_' || i",
  configuration_id: "'bpc_' || i",
  account: "'acct_' || i",
  stripe_account: "'acct_' || i",
  currency: "'eur'",
  lines: `'[{"productId":"products_' || i || '","name":"Poster","options":[],"quantity":1,"unitPriceInCents":2400}]'`,
  customer_email: "'buyer' || i || '@example.com'",
  customer_name: `${firstName} || ' ' || ${lastName}`,
  is_active: "1",
  is_published: "1",
  payments_configured: "1",
  position: "i",
  amount: "2400",
  total: "2400",
  sku: "'SKU-' || i",
  slug: "'slug-' || i",
  category: oneOf(["Prints", "Paper", "Type"]),
  status: "'complete'",
  payment_status: "'paid'",
  payment_outcome: "'paid'",
  theme: "'{}'",
  options: "'[]'",
  transports: "'[]'",
  changes: "'{}'",
  body: "'{}'",
  data: "'{}'",
  event: "'{}'",
  images: "'[]'",
  give_up_at: "0",
};

/** SQL that differs from the above in one table. */
const ofTable: Partial<Record<Table, Record<string, string>>> = {
  orders: {
    number: "i + 1",
    has_terms: "1",
    payment_status: "case when i % 1000 = 7 then 'pending' else 'paid' end",
    fulfilled_at: "{at}",
    shipping_address: "'{}'",
    placed_at: "{at}",
  },
  order_terms: { term: `lower(case k when 0 then ${firstName} else ${lastName} end)` },
  products: {
    type: oneOf(["physical", "digital"]),
    is_active: "case when i % 10 = 3 then 0 else 1 end",
    name: `'Product ' || i`,
    search: `'product hand print p' || i || ' ' || ${lower(firstName)} || ' ' || ${lower(lastName)}`,
  },
  product_stock: { quantity: "case when i % 500 = 11 then 1 else 50 end" },
  refunds: { refunded: "case when i % ({every} * 2) = 0 then 1200 else 2400 end" },
  payment_refunds: { status: "case when i % ({every} * 3) = 0 then 'failed' else 'succeeded' end" },
  disputes: { status: "case when i % ({every} * 2) = 0 then 'needs_response' else 'lost' end" },
  refund_requests: { status: "'made'", is_remainder: "0" },
  event_deliveries: {
    status: "'delivered'",
    settled_at: "{at}",
    endpoint_id: "'event_endpoints_' || {store}",
  },
  mails: { status: "case when i % 1000 = 5 then 'failed' else 'sent' end", settled_at: "{at}" },
  subscriptions: { status: "'active'", read_at: "{at}", read_due_at: "{later}", recorded_at: "{at}" },
  duplicate_subscriptions: { subscription_id: "'subscriptions_' || i", kept_subscription_id: "'other'" },
  event_listings: { due_at: "{later}" },
  unhandled_events: { due_at: "{later}" },
  people: { openid_subject: "'openid_' || i", email: "'person' || i || '@example.com'" },
  invitations: { email: "'invited' || i || '@example.com'" },
  product_files: { is_current: "1" },
};

function lower(expression: string): string {
  return `lower(${expression})`;
}

/** Tables whose optional columns of `columns` stay null. */
const withoutOptional: Partial<Record<Table, readonly string[]>> = {
  checkout_sessions: ["account"],
  orders: ["account", "refund_id"],
};

/** Fills all tables of an empty database with plausible, settled rows, by one or two statements each. */
export async function fillTables(
  db: Queries,
  { stores, rows, hasLargeStore = false, tables: wanted = tableNames, now, analyzes = false }: Filling,
): Promise<void> {
  const tables = new Map((await db.introspection.getTables()).map((table) => [table.name, table.columns]));
  for (const table of wanted) {
    if (notFilled.includes(table)) continue;
    const every = hasLargeStore ? (everyOrders[table] ?? 1) : 1;
    const count = perStore.includes(table) ? stores : Math.floor(rows / every);
    const store =
      hasLargeStore && count > stores
        ? `(case when i % 10 = 9 then (i / 10) % ${stores} else 0 end)`
        : `(i % ${stores})`;
    const values: Record<string, string> = {
      store,
      every: String(every),
      at: `(${now - year} + cast(i as bigint) * ${Math.floor(year / (count * every))})`,
      later: `(${now + year} + cast(i as bigint))`,
    };
    const filled = (tables.get(table) ?? []).flatMap((column): [string, string][] => {
      const value = filledValue(table, column);
      return value === undefined
        ? []
        : [[column.name, value.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "")]];
    });
    const insert = (from: number, to: number): Promise<unknown> =>
      sql`
        with recursive n(i) as (
          select ${sql.lit(from * every)} union all select i + ${sql.lit(every)} from n where i < ${sql.lit((to - 1) * every)}
        )
        insert into ${sql.table(table)} (${sql.join(filled.map(([name]) => sql.ref(name)))})
        select ${sql.raw(filled.map(([, value]) => value).join(", "))}
        from n ${sql.raw(table === "order_terms" ? "cross join (select 0 as k union all select 1) as names" : "")}
      `.execute(db);
    const first = analyzes ? Math.min(firstRows, count) : count;
    await insert(0, first);
    if (first === count) continue;
    await sql`analyze ${sql.table(table)}`.execute(db);
    await insert(first, count);
  }
}

const year = 365 * 24 * 60 * 60 * 1000;

/** Undefined for a column that keeps its default. */
function filledValue(
  table: Table,
  { name, dataType, isNullable, hasDefaultValue }: ColumnMetadata,
): string | undefined {
  const own = ofTable[table]?.[name];
  if (own !== undefined) return own;
  if (name === "id") return `'${table}_' || i`;
  if (name === "store_id") return "'stores_' || {store}";
  if (withoutOptional[table]?.includes(name)) return undefined;
  if (columns[name] !== undefined) return columns[name];
  // SQLite says that primary keys may be null.
  const isKey = (primaryKeys[table] as string[]).includes(name);
  if (!isKey && (isNullable || hasDefaultValue)) return undefined;
  if (name === "expires_at") return "{later}";
  if (name.endsWith("_at") || name === "claimed_until") return "{at}";
  return dataType.toLowerCase() === "text" ? `'${name}_' || i` : "1";
}
