import { nanoid } from "nanoid";
import { vi } from "vitest";
import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { Store } from "../../../server/database/queries/stores.ts";

export const newId = (kind: string) => `${kind}_${nanoid()}`;

/** Two processes that share a database. */
export type TwoProcesses = Awaited<ReturnType<typeof openTwice>>;

export async function openTwice(url: string) {
  const clock = { now: Date.parse("2026-01-15T10:00:00Z") };
  const here = await openDatabase(url, () => clock.now);
  const elsewhere = await openDatabase(url, () => clock.now);
  for (const database of [here, elsewhere]) await useEverything(database);
  async function newShop(): Promise<Store> {
    const slug = newId("store")
      .toLowerCase()
      .replaceAll(/[^a-z0-9]/g, "-");
    const store = await here.stores.create({ slug, name: "Harbour Press", currency: "eur", plan: "pro" });
    if (!store) throw new Error("The slug is taken.");
    return store;
  }

  return {
    clock,
    here,
    elsewhere,
    newShop,
    /** Both processes, in turn. */
    either: (n: number): Database => (n % 2 === 0 ? here : elsewhere),
    eventually: (isSo: () => Promise<void>) => vi.waitFor(isSo, { interval: 20 }),
  };
}

/** Lets the connections use every table before the tests begin. */
async function useEverything(database: Database): Promise<void> {
  const nowhere = { storeId: "store_0", cartId: "cart_0", sessionId: "cs_0", memberId: "member_0" };
  await Promise.all([
    database.stores.list(),
    database.keys.list("store_0"),
    database.keys.holder("cp_unknown"),
    database.products.listAll("store_0"),
    database.carts.find(nowhere),
    database.checkoutSessions.find(nowhere),
    database.subscriptions.listLive(nowhere),
    database.subscriptions.list("store_0"),
    database.customers.find({ ...nowhere, account: null }),
    database.orders.listAll("store_0"),
    database.providerEvents.isKnown("evt_0"),
    database.portalConfigurations.find("acct_0"),
    database.memberSessions.member({ ...nowhere, memberSessionId: "msess_0" }),
  ]);
}
