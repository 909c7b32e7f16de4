import type { Telemetry } from "@counterpart/toolkit";
import type { Store } from "./database.ts";

/** Tells of the queries that go to the database each time; stores, keys and products are mostly remembered. */
export function watched(store: Store, { call }: Pick<Telemetry, "call">): Store {
  function telling<T extends object>(group: string, queries: T): T {
    const told = Object.entries(queries).map(([name, query]) => [
      name,
      (...args: unknown[]) => call("database", `${group}.${name}`, () => query(...args)),
    ]);
    return Object.fromEntries(told);
  }
  return {
    ...store,
    carts: telling("carts", store.carts),
    checkoutSessions: telling("checkoutSessions", store.checkoutSessions),
    subscriptions: telling("subscriptions", store.subscriptions),
    customers: telling("customers", store.customers),
    orders: telling("orders", store.orders),
    providerEvents: telling("providerEvents", store.providerEvents),
    memberSessions: telling("memberSessions", store.memberSessions),
  };
}
