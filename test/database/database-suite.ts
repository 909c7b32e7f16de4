import { afterAll, expect, test } from "vitest";
import type { Database } from "../../server/database/database.ts";
import type { TestDatabase } from "../helpers/data/test-database.ts";
import { carts } from "./suite/carts.ts";
import { checkoutSessions } from "./suite/checkout-sessions.ts";
import { customers } from "./suite/customers.ts";
import { downloads } from "./suite/downloads.ts";
import { keys } from "./suite/keys.ts";
import { members } from "./suite/members.ts";
import { orders } from "./suite/orders.ts";
import { passkeys } from "./suite/passkeys.ts";
import { productImages } from "./suite/product-images.ts";
import { products } from "./suite/products.ts";
import { providerEvents } from "./suite/provider-events.ts";
import { stores } from "./suite/stores.ts";
import { subscriptions } from "./suite/subscriptions.ts";
import { newId, openTwice } from "./suite/two-processes.ts";

const promises = [
  stores,
  keys,
  passkeys,
  products,
  downloads,
  productImages,
  carts,
  checkoutSessions,
  subscriptions,
  customers,
  providerEvents,
  orders,
  members,
];

/**
 * Describes what the database promises on any engine.
 * @param afterOpening runs once two processes have opened and used the database
 */
export async function databaseSuite(
  newDatabase: () => Promise<TestDatabase>,
  afterOpening: (url: string) => Promise<void> = async () => {},
): Promise<void> {
  const testDatabase = await newDatabase();
  const processes = await openTwice(testDatabase.url);
  const { here, elsewhere, clock } = processes;
  await afterOpening(testDatabase.url);
  afterAll(async () => {
    await Promise.all([here.close(), elsewhere.close()]);
    await testDatabase.drop();
  });

  for (const describePromises of promises) describePromises(processes);

  test("a lease is held by one process until it runs out", async () => {
    const name = newId("work");
    const take = (database: Database, seconds: number) =>
      database.leases.take({ name, now: clock.now + seconds * 1000, forMs: 60_000 });
    const taken = await Promise.all([take(here, 0), take(elsewhere, 0), take(here, 0)]);
    expect(taken.filter(Boolean).length).toBe(1);
    expect(await take(elsewhere, 59)).toBe(false);
    expect(await take(elsewhere, 60)).toBe(true);
    expect(await take(here, 61)).toBe(false);
  });

  test("answers a ping", async () => {
    await here.ping();
  });
}
