import { openStore, type Store } from "../../server/database/database.ts";
import { recordDispute, recordRefund } from "../../server/database/queries/orders.ts";
import type { Shop } from "../../server/database/queries/stores.ts";
import { expiredOutcome, openState, paidOutcome } from "./sessions.ts";
import { sampleProducts } from "./world.ts";

export const now = Date.parse("2026-01-15T10:00:00Z");
const clock = () => now;

/** More than two pages of a copy. */
const many = 1100;
const numbers = Array.from({ length: many }, (_, n) => n);
const memberSessionId = (n: number) => `msess_${n}`;

/** What a test needs to ask for what is there. */
export interface Filled {
  key: string;
  cartIds: string[];
  sessionIds: string[];
}

/** Two stores with something of everything. */
export async function fillStore(url: string): Promise<Filled> {
  const store = await openStore(url, clock);
  try {
    const [shop, other] = await createShops(store);
    const { key } = await store.keys.create({ storeId: shop.id, label: "till" });
    const { id } = await store.keys.create({ storeId: shop.id, label: null });
    await store.keys.revoke(id);
    const products = sampleProducts.map((product) => ({ ...product, details: ["30 × 40 cm", "Größe"] }));
    const blank = { ...products[0], reference: "", name: "~", description: "", priceInCents: 2 ** 52 };
    await store.products.import(shop.id, products);
    await store.products.import(other.id, [{ ...(products[0] as (typeof products)[0]), ...blank }]);
    const cartIds = await Promise.all(numbers.map(async () => (await store.carts.create(shop.id, "eur")).id));
    const lines = [{ productId: "prod_1", quantity: 3 }];
    for (const cartId of cartIds.slice(0, 5)) {
      await store.carts.change({ storeId: shop.id, cartId }, () => lines);
    }
    const sessionIds = await buyThree(store, shop, cartIds);
    const subscription = { storeId: shop.id, account: null, customerId: "cus_1", askedAt: now };
    await store.subscriptions.save({ ...subscription, id: "sub_1", memberId: "member_1", status: "active" });
    await store.subscriptions.save({ ...subscription, id: "sub_2", memberId: null, status: "canceled" });
    await Promise.all(
      numbers.map((n) =>
        store.memberSessions.register({
          storeId: (n % 3 === 0 ? other : shop).id,
          memberSessionId: memberSessionId(n),
          memberId: `member_${n}`,
          expiresInSeconds: 60 + n,
        }),
      ),
    );
    await store.providerEvents.accept({ id: "evt_1", type: "charge.refunded" }, async (db) => {
      await recordRefund(db, { paymentId: "pi_1", refunded: 1200, askedAt: now });
      await recordDispute(db, {
        id: "du_1",
        paymentId: "pi_1",
        account: null,
        status: "needs_response",
        reason: "fraudulent",
        amount: 4802,
        currency: "eur",
        openedAt: now,
        askedAt: now,
      });
    });
    for (const account of [null, "acct_1"]) {
      await store.customers.save({ storeId: shop.id, memberId: "member_1", account }, `cus_${account}`);
    }
    await store.portalConfigurations.save(null, "bpc_platform");
    await store.portalConfigurations.save("acct_1", "bpc_1");
    await store.unsettledSessions.saveListing("acct_1", { begunAt: now, position: "cs_test_0" });
    await store.leases.take({ name: "sweep", now, forMs: 60_000 });
    return { key, cartIds, sessionIds };
  } finally {
    await store.close();
  }
}

async function createShops(store: Store): Promise<[Shop, Shop]> {
  const shop = await store.stores.create({
    slug: "harbour",
    name: "Zoë’s “Harbour” 🛶",
    currency: "eur",
    plan: "pro",
    isPublished: true,
    paymentsConfigured: true,
    theme: { primary: "#102030" },
    templateTexts: { hero: { heading: "Grüße" } },
    stripeAccount: "acct_1",
    shipsTo: ["ie", "gb"],
  });
  const other = await store.stores.create({ slug: "quay", name: "Quay", currency: "eur" });
  if (!shop || !other) throw new Error("The slugs are taken.");
  return [shop, other];
}

/** One session is open, one paid, one expired. */
async function buyThree(store: Store, { id: storeId }: Shop, cartIds: string[]): Promise<string[]> {
  const sessionIds = ["cs_0", "cs_1", "cs_2"];
  for (const [n, id] of sessionIds.entries()) {
    await store.checkoutSessions.begin({
      id,
      storeId,
      cartId: cartIds[n] ?? "",
      ...openState,
      providerId: null,
      mode: "payment",
      lines: [{ productId: "prod_1", name: "Tide Poster", quantity: 2, unitPriceInCents: 2400 + n }],
      total: 4800 + 2 * n,
      currency: "eur",
      memberId: n === 1 ? "member_1" : null,
      createdAt: now + n,
      expiresAt: now + 31 * 60_000,
      account: null,
    });
    await store.checkoutSessions.opened(id, { providerId: `cs_test_${n}`, url: `https://pay.example/${n}` });
  }
  await store.checkoutSessions.settle("cs_1", paidOutcome("pi_1", 4802, now + 5000), now + 5000);
  await store.checkoutSessions.settle("cs_2", expiredOutcome, now + 6000);
  return sessionIds;
}

/** What a filled store answers to every question. */
export async function answersOf(url: string, { key, cartIds, sessionIds }: Filled): Promise<unknown> {
  const store = await openStore(url, clock);
  try {
    const shops = await store.stores.list();
    const ofShop = async ({ id: storeId, slug }: Shop) => ({
      slug,
      keys: await store.keys.list(storeId),
      products: await store.products.listAll(storeId),
      catalog: await store.catalogs.read(storeId),
      carts: await Promise.all(cartIds.map((cartId) => store.carts.find({ storeId, cartId }))),
      sessions: await Promise.all(
        sessionIds.map((sessionId) => store.checkoutSessions.find({ storeId, sessionId })),
      ),
      orders: await store.orders.list(storeId),
      subscriptions: await store.subscriptions.list(storeId),
      customers: await Promise.all(
        [null, "acct_1"].map((account) => store.customers.find({ storeId, memberId: "member_1", account })),
      ),
      live: await store.subscriptions.listLive({ storeId, memberId: "member_1" }),
      members: await Promise.all(
        numbers.map((n) => store.memberSessions.member({ storeId, memberSessionId: memberSessionId(n) })),
      ),
    });
    return {
      shops,
      ofShops: await Promise.all(shops.map(ofShop)),
      holder: await store.keys.holder(key),
      subscriptions: [await store.subscriptions.find("sub_1"), await store.subscriptions.find("sub_2")],
      event: await store.providerEvents.isKnown("evt_1"),
      portals: [await store.portalConfigurations.find(null), await store.portalConfigurations.find("acct_1")],
    };
  } finally {
    await store.close();
  }
}
