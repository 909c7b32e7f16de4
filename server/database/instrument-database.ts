import type { Telemetry } from "@counterpart/server";
import type { Database } from "./database.ts";

/**
 * Measures and traces the queries that always reach the database. Stores, keys and products are mostly
 * cached.
 */
export function instrumentDatabase(database: Database, { call }: Pick<Telemetry, "call">): Database {
  function instrumented<T extends object>(group: string, queries: T): T {
    const entries = Object.entries(queries).map(([name, query]) => [
      name,
      (...args: unknown[]) => call("database", `${group}.${name}`, () => query(...args)),
    ]);
    return Object.fromEntries(entries);
  }
  return {
    ...database,
    productPages: instrumented("productPages", database.productPages),
    carts: instrumented("carts", database.carts),
    checkoutSessions: instrumented("checkoutSessions", database.checkoutSessions),
    subscriptions: instrumented("subscriptions", database.subscriptions),
    customers: instrumented("customers", database.customers),
    orders: instrumented("orders", database.orders),
    providerEvents: instrumented("providerEvents", database.providerEvents),
    idempotencyKeys: instrumented("idempotencyKeys", database.idempotencyKeys),
    memberSessions: instrumented("memberSessions", database.memberSessions),
  };
}
