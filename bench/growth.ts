import pg from "pg";
import { type Database, openDatabase, openEngine } from "../server/database/database.ts";
import { fillTables } from "../test/helpers/data/many-rows.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../test/helpers/data/test-database.ts";
import type { Bench, Result } from "./bench.ts";

const dayMs = 24 * 60 * 60 * 1000;

export interface GrowthSize {
  stores: number;
  rows: number;
}

const growthSizes: GrowthSize[] = [
  { stores: 10, rows: 1_000 },
  { stores: 1_000, rows: 100_000 },
  { stores: 10_000, rows: 1_000_000 },
];

/** The tables that the measured queries read. */
const tables = [
  ...([
    "stores",
    "api_keys",
    "people",
    "memberships",
    "event_endpoints",
    "products",
    "product_stock",
  ] as const),
  ...(["carts", "checkout_sessions", "orders", "order_terms", "order_payments", "refunds"] as const),
  ...(["payment_refunds", "disputes", "events", "event_deliveries", "mails", "audit_entries"] as const),
  ...(["subscriptions"] as const),
];

interface Asked {
  database: Database;
  now: number;
}

type Query = (asked: Asked) => Promise<unknown>;

const large = "stores_0";
const small = "stores_1";

const orders =
  (
    filter: (now: number) => Omit<Parameters<Database["orders"]["list"]>[0], "storeId">,
    storeId = large,
  ): Query =>
  ({ database, now }) =>
    database.orders.list({ storeId, limit: 25, ...filter(now) });
const searched =
  (q: string): Query =>
  ({ database }) =>
    database.productPages.read({ storeId: large, limit: 24, q });
const managed =
  (filter: object): Query =>
  ({ database }) =>
    database.managedProducts.list({ storeId: large, limit: 25, ...filter });
const overview =
  (storeId: string): Query =>
  async ({ database: { overview }, now }) => {
    await overview.days({ storeId, currency: "eur", days: 30, now });
    await overview.bestSellers({ storeId, currency: "eur", limit: 5, from: now - 30 * dayMs });
    await overview.needsAction(storeId);
  };
const ago = (days: number) => (now: number) => ({ from: now - days * dayMs, to: now - (days - 1) * dayMs });

/** Of a store with nine tenths of all rows, unless said otherwise. */
const hotQueries: Record<string, Query> = {
  "overview of 30 days": overview(large),
  "overview of a store with ten orders": overview(small),
  "newest orders": orders(() => ({})),
  "newest orders of a store with ten": orders(() => ({}), small),
  "orders of a day, 200 days ago": orders(ago(200)),
  "orders until 360 days ago": orders((now) => ({ to: now - 360 * dayMs })),
  "orders, paid": orders(() => ({ status: "paid" })),
  "orders, pending": orders(() => ({ status: "pending" })),
  "orders, failed: there are none": orders(() => ({ status: "failed" })),
  "orders, partially refunded": orders(() => ({ status: "partially_refunded" })),
  "orders, refunded": orders(() => ({ status: "refunded" })),
  "orders, unsent: there are none": orders(() => ({ unsent: true })),
  "orders, disputed": orders(() => ({ disputed: true })),
  "orders, refund failed": orders(() => ({ refundFailed: true })),
  "orders, mail failed": orders(() => ({ emailFailed: true })),
  "orders, refunds of a store with ten": orders(() => ({ status: "refunded" }), small),
  "orders by number": orders(() => ({ search: "#500" })),
  "orders by email": orders(() => ({ search: "buyer500@example.com" })),
  "orders by a frequent name": orders(() => ({ search: "ada" })),
  "orders by two frequent names": orders(() => ({ search: "ada kaursen" })),
  "orders by two frequent names that none has": orders(() => ({ search: "adasen brunosen" })),
  "orders by a name that none has": orders(() => ({ search: "zenobia" })),
  "one order": ({ database }) => database.orders.find({ storeId: large, orderId: "orders_500" }),
  "first page of products": ({ database }) => database.productPages.read({ storeId: large, limit: 24 }),
  "products by a frequent word": searched("ada"),
  "products by two frequent words": searched("ada kaursen"),
  "products by two frequent words that none has": searched("adasen brunosen"),
  "products by a word that none has": searched("zenobia"),
  "products by one's number": searched("p500"),
  "products in the dashboard": managed({}),
  "products in the dashboard, not on sale": managed({ isActive: false }),
  "products in the dashboard, low in stock": managed({ isLow: true }),
  "products in the dashboard, by two frequent words that none has": managed({ q: "adasen brunosen" }),
  "products in the dashboard, by a word that none has": managed({ q: "zenobia" }),
  "one product": ({ database }) => database.managedProducts.find({ storeId: large, product: "products_500" }),
  categories: ({ database }) => database.managedProducts.categories(large),
  "read a cart": ({ database }) => database.carts.find({ storeId: large, cartId: "carts_500" }),
  "read a checkout session": ({ database }) =>
    database.checkoutSessions.find({ storeId: large, sessionId: "checkout_sessions_500" }),
  events: ({ database }) => database.events.list(large, 25),
  history: ({ database }) => database.auditTrail.list({ storeId: large, limit: 25 }),
  subscriptions: ({ database }) => database.subscriptions.page({ storeId: large }),
  "find a key": ({ database }) => database.keys.identify("api_key"),
  "sweep of open sessions": ({ database, now }) => database.unsettledSessions.claimDue({ now, limit: 100 }),
  "mails that are due": ({ database, now }) => database.mails.hasDue(now),
  "delete old carts": ({ database, now }) => database.retention.deleteOld("carts", { now, limit: 500 }),
};

/** Fills an empty database. */
export async function fillForGrowth(url: string, { stores, rows }: GrowthSize, now: number): Promise<void> {
  const engine = await openEngine(url);
  try {
    await engine.migrate();
    const filling = { stores, rows, hasLargeStore: true, tables, now, analyzes: engine.isRemote };
    await engine.writeAtLength((db) => fillTables(db, filling));
    if (engine.isRemote) await vacuum(url);
  } finally {
    await engine.close();
  }
}

/** As autovacuum does, which isn't waited for. */
async function vacuum(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query("vacuum analyze");
  } finally {
    await client.end();
  }
}

/** The milliseconds that each query takes, the least of seven: others may use the machine. */
async function timeQueries(url: string, now: number): Promise<Map<string, number>> {
  const database = await openDatabase(url, () => now, { statementTimeoutMs: 60_000 });
  try {
    const times = new Map<string, number>();
    for (const [name, query] of Object.entries(hotQueries)) {
      let least = Infinity;
      for (let n = 0; n < 7; n++) {
        const start = performance.now();
        await query({ database, now });
        least = Math.min(least, performance.now() - start);
      }
      times.set(name, least);
    }
    return times;
  } finally {
    await database.close();
  }
}

/** The times of all queries on an engine, by size. */
export interface Growth {
  engine: "SQLite" | "PostgreSQL";
  sizes: GrowthSize[];
  /** In milliseconds, one per size. */
  times: Record<string, number[]>;
}

/**
 * Measures how the hot queries grow with the tables.
 * @param server PostgreSQL; undefined if there is none
 * @param save receives all figures
 */
export function growthBench(
  server: string | undefined,
  { isQuick, save }: { isQuick: boolean; save: (growth: Growth[]) => void },
): (bench: Bench) => Promise<Record<string, Result>> {
  return async ({ progress }) => {
    const sizes = isQuick ? growthSizes.slice(0, -1) : growthSizes;
    const engines: [Growth["engine"], () => Promise<TestDatabase>][] = [["SQLite", emptySqlite]];
    if (server !== undefined) engines.push(["PostgreSQL", () => emptyPostgres(server)]);
    const measured: Growth[] = [];
    for (const [engine, newDatabase] of engines) {
      const times = new Map<string, number[]>();
      for (const size of sizes) {
        progress(`${engine}, ${size.rows.toLocaleString("en")} rows`);
        const database = await newDatabase();
        try {
          const now = Date.now();
          await fillForGrowth(database.url, size, now);
          for (const [name, ms] of await timeQueries(database.url, now)) {
            times.set(name, [...(times.get(name) ?? []), ms]);
          }
        } finally {
          await database.drop();
        }
      }
      measured.push({ engine, sizes, times: Object.fromEntries(times) });
    }
    save(measured);
    return Object.fromEntries(
      measured.flatMap(({ engine, times }) =>
        Object.entries(times).map(([name, ms]) => [`${engine}: ${name}`, toResult(sizes, ms)]),
      ),
    );
  };
}

function toResult(sizes: GrowthSize[], ms: number[]): Result {
  const figure = ms.at(-1) ?? 0;
  return {
    what: `with ${(sizes.at(-1)?.rows ?? 0).toLocaleString("en")} orders, × ${(figure / Math.max(ms[0] ?? 0, 0.1)).toFixed(1)}`,
    figure,
    unit: "ms",
    bound: { atMost: 100 },
    details: Object.fromEntries(
      ms.map((one, n) => [(sizes[n]?.rows ?? 0).toLocaleString("en"), `${one.toFixed(1)} ms`]),
    ),
  };
}
