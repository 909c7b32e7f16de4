import { type Database, openDatabase } from "../../../server/database/database.ts";
import type { DatabaseOptions } from "../../../server/database/engines/engine.ts";
import { recordDispute } from "../../../server/database/queries/orders/record-dispute.ts";
import { recordRefunds } from "../../../server/database/queries/orders/record-refunds.ts";
import type { ProductInput } from "../../../server/database/queries/products/products.ts";
import type { Store } from "../../../server/database/queries/stores.ts";
import { sampleProducts } from "../world.ts";
import { readCatalog } from "./read-catalog.ts";
import { expiredOutcome, openState, paidOutcome } from "./sessions.ts";

export const now = Date.parse("2026-01-15T10:00:00Z");
const clock = () => now;

/** The thousand queries that are sent at once here queue for the pool's few connections. */
export const longTimeouts: DatabaseOptions = { connectTimeoutMs: 60_000, statementTimeoutMs: 60_000 };

/** More than two pages of a copy. */
const many = 1100;
const numbers = Array.from({ length: many }, (_, n) => n);
const memberSessionId = (n: number) => `msess_${n}`;

/** The ids that a test needs to query the content. */
export interface Filled {
  key: string;
  cartIds: string[];
  sessionIds: string[];
}

async function deleteOne(database: Database, storeId: string, product: ProductInput): Promise<void> {
  const { _id } = await database.managedProducts.create(storeId, product);
  await database.managedProducts.delete({ storeId, product: _id }, () => {});
}

/** Two stores with one of everything. */
export async function fillStore(url: string): Promise<Filled> {
  const database = await openDatabase(url, clock, longTimeouts);
  try {
    const [store, other] = await createShops(database);
    const { key } = await database.keys.create({ storeId: store.id, label: "till" });
    const { id } = await database.keys.create({ storeId: store.id, label: null });
    await database.keys.revoke(id);
    const products = sampleProducts.map((product) => ({
      ...product,
      details: ["30 × 40 cm", "Größe"],
      taxCode: "txcd_35010000",
    }));
    const blank = { ...products[0], reference: "", name: "~", description: "", priceInCents: 2 ** 52 };
    await database.products.import(store.id, products, () => {}, { kind: "person", id: "usr_1" });
    // From here on, the store's events are recorded for it.
    await database.eventEndpoints.add({
      storeId: store.id,
      url: "https://shop.example/events",
      secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
      types: ["order.paid"],
    });
    await database.products.import(other.id, [{ ...(products[0] as (typeof products)[0]), ...blank }]);
    for (const { id: storeId } of [store, other]) {
      await deleteOne(database, storeId, {
        ...(products[0] as (typeof products)[0]),
        name: "Gone",
        slug: null,
      });
      const [counted] = await database.products.listAll(storeId);
      await database.stockLevels.change({ storeId, productId: counted?._id ?? "" }, { to: 48 });
    }
    await database.mailTexts.save(
      { storeId: store.id, kind: "refund", language: "de" },
      { subject: "Größe {order}", body: "Hallo,\n{amount}" },
    );
    await database.shippingRates.add(
      { storeId: store.id, currency: "eur" },
      {
        name: "Größe XL",
        priceInCents: 490,
        days: { min: 2, max: 4 },
        freeFromInCents: 2 ** 40,
        countries: ["ie"],
      },
    );
    const image = { storeId: store.id, hash: "3f9c".repeat(16), size: 4000, maxBytes: 4000 };
    await database.productImages.reserve(image);
    const file = { storeId: store.id, productId: "prod_1", name: "tides.pdf", bytes: 2 ** 33 };
    await database.productFiles.reserve({ ...file, maxBytes: 2 ** 34 });
    await database.promotionCodes.save({
      ...{ storeId: store.id, account: "acct_1", providerId: "promo_1", code: "SUMMER", currency: "eur" },
      ...{ percentOff: null, amountOffInCents: 500, minimumInCents: 2 ** 40, maxRedemptions: 10 },
      expiresAt: now + 1000,
    });
    const cartIds = await Promise.all(
      numbers.map(async () => (await database.carts.create(store.id, "eur")).id),
    );
    const lines = [{ productId: "prod_1", quantity: 3 }];
    for (const cartId of cartIds.slice(0, 5)) {
      await database.carts.change({ storeId: store.id, cartId }, () => lines);
    }
    // From here on, mails are queued for it.
    await database.leases.hold({ name: database.mails.senderLease, now, forMs: 60_000 });
    const sessionIds = await buyFour(database, store, cartIds);
    const subscription = { storeId: store.id, account: null, customerId: "cus_1", fetchedAt: now };
    await database.subscriptions.save({
      ...subscription,
      id: "sub_1",
      memberId: "member_1",
      status: "active",
      checkoutSessionId: "cs_1",
      ...{ currency: "eur", billingInterval: "month" },
      ...{ currentPeriodEnd: 2 ** 41, cancelAt: 2 ** 41, endedAt: 2 ** 42, trialEnd: 2 ** 40 },
    });
    const price = { productId: "prod_club", priceInCents: 1000, at: now };
    await database.subscriptions.requestPrice(
      { id: "sub_1", storeId: store.id },
      { ...price, from: 900 },
      { kind: "person", id: "person_1" },
    );
    await database.subscriptions.save({ ...subscription, id: "sub_2", memberId: null, status: "canceled" });
    // The member's second subscription to the same product.
    await database.subscriptions.save({
      ...{ ...subscription, id: "sub_3", memberId: "member_1", status: "active" },
      checkoutSessionId: "cs_3",
    });
    await Promise.all(
      numbers.map((n) =>
        database.memberSessions.register({
          storeId: (n % 3 === 0 ? other : store).id,
          memberSessionId: memberSessionId(n),
          memberId: `member_${n}`,
          expiresInSeconds: 60 + n,
        }),
      ),
    );
    const paid = (await database.orders.listAll(store.id)).find(({ payments }) => payments.length > 0);
    const sold = { storeId: store.id, orderId: paid?.id ?? "" };
    await database.orders.requestRefund(sold, { amount: 100 }, { kind: "person", id: "person_1" });
    const tracking = { carrier: "CTT", number: "RR1", url: null };
    await database.orders.ship(sold, { tracking });
    const returned = { productId: paid?.lines[0]?.productId ?? "", quantity: 1 };
    await database.orderReturns.add(sold, { lines: [returned], reason: "Broken" });
    const line = { ...sold, productId: returned.productId };
    await database.downloads.createLink(line);
    await database.invoiceLinks.create(sold);
    await database.downloads.count(line);
    await database.providerEvents.accept({ id: "evt_1", type: "charge.refunded" }, async (db) => {
      const refund = { paymentId: "pi_1", amount: 1200, currency: "eur", createdAt: now };
      const refunds = [
        { ...refund, id: "re_1", status: "succeeded" as const },
        { ...refund, id: "re_2", status: "failed" as const },
      ];
      await recordRefunds(db, { paymentId: "pi_1", refunded: 1200, refunds, fetchedAt: now }, now);
      await recordDispute(
        db,
        {
          id: "du_1",
          paymentId: "pi_1",
          account: null,
          status: "needs_response",
          reason: "fraudulent",
          amount: 4802,
          currency: "eur",
          openedAt: now,
          dueAt: now + 1000,
          fetchedAt: now,
        },
        now,
      );
    });
    for (const account of [null, "acct_1"]) {
      await database.customers.save({ storeId: store.id, memberId: "member_1", account }, `cus_${account}`);
    }
    await database.portalConfigurations.save(null, "bpc_platform");
    await database.portalConfigurations.save("acct_1", "bpc_1");
    await database.unsettledSessions.saveListing("acct_1", { begunAt: now, position: "cs_test_0" });
    await database.eventListings.notice(now);
    await database.unhandledEvents.add({ id: "evt_2", createdAt: now }, now + 1000);
    const claim = await database.idempotencyKeys.claim({
      caller: "key_1",
      key: "order-17",
      fingerprint: "f",
      keepMs: 60_000,
      leaseMs: 1000,
    });
    if (claim.state !== "claimed") throw new Error("The database was empty.");
    await database.idempotencyKeys.keep(claim.token, { status: 200, headers: {}, body: "e30=" });
    await fillPeople(database, store);
    await database.leases.take({ name: "sweep", now, forMs: 60_000 });
    return { key, cartIds, sessionIds };
  } finally {
    await database.close();
  }
}

async function fillPeople(database: Database, { id: storeId }: Store): Promise<void> {
  const ada = { id: "person_1", email: "ada@example.com", storeId, role: "owner" } as const;
  await database.people.add(ada);
  await database.people.setPassword(ada.id, "scrypt$15$8$3$salt$key");
  const passkey = { id: "cred_1", publicKey: "cGs", counter: 2 ** 32 - 1, transports: ["internal"] };
  await database.passkeys.add({ ...passkey, personId: ada.id });
  await database.dashboardSessions.start("session_1", ada.id);
  const membership = { storeId, role: "staff" } as const;
  const invitation = { token: "invitation_1", email: "grace@example.com", membership };
  await database.invitations.create({ ...invitation, expiresAt: now + 1000 });
  await database.pendingFlows.begin("flow_1", { challenge: "c" });
}

async function createShops(database: Database): Promise<[Store, Store]> {
  const store = await database.stores.create({
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
    emailsBuyers: true,
  });
  const other = await database.stores.create({ slug: "quay", name: "Quay", currency: "eur" });
  if (!store || !other) throw new Error("The slugs are taken.");
  return [store, other];
}

/** One session is open, one paid, one expired. */
async function buyFour(database: Database, { id: storeId }: Store, cartIds: string[]): Promise<string[]> {
  const sessionIds = ["cs_0", "cs_1", "cs_2", "cs_3"];
  for (const [n, id] of sessionIds.entries()) {
    await database.checkoutSessions.begin({
      id,
      storeId,
      cartId: cartIds[n] ?? "",
      ...openState,
      offers: {
        shipping: [{ rateId: "ship_1", name: "Größe XL", priceInCents: 490, days: { min: 2, max: 4 } }],
        ...{ takesCodes: false, tax: "off" },
      },
      providerId: null,
      mode: "payment",
      locale: "pt",
      lines: [
        { productId: "prod_1", name: "Tide Poster", options: [], quantity: 2, unitPriceInCents: 2400 + n },
      ],
      total: 4800 + 2 * n,
      currency: "eur",
      memberId: n === 1 ? "member_1" : null,
      createdAt: now + n,
      expiresAt: now + 31 * 60_000,
      account: null,
    });
    await database.checkoutSessions.opened(id, {
      providerId: `cs_test_${n}`,
      url: `https://pay.example/${n}`,
      expiresAt: now + 31 * 60_000,
    });
  }
  const paid = paidOutcome("pi_1", 4800, now + 5000);
  const shippingChoice = { index: 0, priceInCents: 490 };
  // Another sum than the session's, so that a difference is recorded.
  await database.checkoutSessions.settle("cs_1", { ...paid, shippingChoice }, now + 5000);
  await database.checkoutSessions.settle("cs_2", expiredOutcome, now + 6000);
  await database.checkoutSessions.settle("cs_3", paidOutcome("pi_3", 4806, now + 7000), now + 7000);
  return sessionIds;
}

/** The results of every query on a filled store. */
export async function answersOf(url: string, { key, cartIds, sessionIds }: Filled): Promise<unknown> {
  const database = await openDatabase(url, clock, longTimeouts);
  try {
    const shops = await database.stores.list();
    const ofShop = async ({ id: storeId, slug }: Store) => ({
      slug,
      keys: await database.keys.list(storeId),
      products: await database.products.listAll(storeId),
      shippingRates: await database.shippingRates.list(storeId),
      mailText: await database.mailTexts.find({ storeId, kind: "refund", language: "de" }),
      promotionCodes: await database.promotionCodes.list(storeId),
      search: await database.productPages.read({ storeId, limit: 100, q: "tide" }),
      catalog: await readCatalog(database, storeId),
      carts: await Promise.all(cartIds.map((cartId) => database.carts.find({ storeId, cartId }))),
      sessions: await Promise.all(
        sessionIds.map((sessionId) => database.checkoutSessions.find({ storeId, sessionId })),
      ),
      orders: await database.orders.listAll(storeId),
      differing: await database.orders.list({ storeId, paymentDiffers: true }),
      endpoints: await database.eventEndpoints.list(storeId),
      people: await database.people.list(storeId),
      invitations: await database.invitations.list(storeId),
      events: await database.events.list(storeId, 100),
      audit: await database.auditTrail.list({ storeId, limit: 100 }),
      subscriptions: await database.subscriptions.list(storeId),
      duplicates: await database.duplicateSubscriptions.list(storeId),
      customers: await Promise.all(
        [null, "acct_1"].map((account) =>
          database.customers.find({ storeId, memberId: "member_1", account }),
        ),
      ),
      terms: await Promise.all(
        sessionIds.map((checkoutSessionId) =>
          database.subscriptions.renewalTerms({ id: "sub_1", checkoutSessionId }),
        ),
      ),
      live: await database.subscriptions.listLive({ storeId, memberId: "member_1" }),
      members: await Promise.all(
        numbers.map((n) => database.memberSessions.member({ storeId, memberSessionId: memberSessionId(n) })),
      ),
    });
    return {
      shops,
      ofShops: await Promise.all(shops.map(ofShop)),
      holder: await database.keys.holder(key),
      subscriptions: [await database.subscriptions.find("sub_1"), await database.subscriptions.find("sub_2")],
      event: await database.providerEvents.isKnown("evt_1"),
      mails: await database.mails.backlog(now + 60_000),
      passkeys: await database.passkeys.list("person_1"),
      signedIn: await database.dashboardSessions.find("session_1"),
      portals: [
        await database.portalConfigurations.find(null),
        await database.portalConfigurations.find("acct_1"),
      ],
    };
  } finally {
    await database.close();
  }
}
