import { setImmediate as turn } from "node:timers/promises";
import { nanoid } from "nanoid";
import type pg from "pg";
import { describe, expect, onTestFinished, test } from "vitest";
import { createCache } from "../../../server/database/cache.ts";
import { openPostgres } from "../../../server/database/engines/postgres.ts";
import { cartQueries } from "../../../server/database/queries/carts.ts";
import { resolveRefund } from "../../../server/database/queries/orders/resolve-refund.ts";
import { productQueries } from "../../../server/database/queries/products/products.ts";
import { pagesToCloseQueries } from "../../../server/database/queries/sessions/pages-to-close.ts";
import { storeQueries } from "../../../server/database/queries/stores.ts";
import type { CheckoutSessionRecord } from "../../../server/domain/checkout-session.ts";
import { duringTransaction } from "../../helpers/data/during-transaction.ts";
import { addFailedRefund, fullRefund, orderStates } from "../../helpers/data/failed-refund.ts";
import { migratedPostgres } from "../../helpers/data/migrated-postgres.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { sampleProducts } from "../../helpers/world.ts";

const now = Date.parse("2026-01-15T10:00:00Z");
const clock = () => now;

/**
 * Why PostgreSQL needs locks: another transaction commits between this one's reads and writes. Another connection holds
 * the row, with an uncommitted change, until the transaction under test waits for it.
 */
withPostgres("on PostgreSQL a transaction that waits for another", (server) => {
  const database = migratedPostgres(server);

  const during = <T>(
    change: [text: string, values: unknown[]][],
    work: () => Promise<T>,
    whileItWaits?: (other: pg.Client) => Promise<unknown>,
  ) => duringTransaction(database.url, change, work, whileItWaits);

  const storeWith = async (slug: string) => {
    const cache = createCache(database.engine);
    onTestFinished(() => cache.close());
    const stores = storeQueries(database.engine, cache, clock);
    const store = await stores.create({ slug, name: "Harbour Press", currency: "eur", plan: "pro" });
    if (!store) throw new Error("The slug is taken.");
    const products = productQueries(database.engine, cache, Date.now, (read) => read(database.engine.read));
    return { store, stores, products };
  };

  // An operation waits two seconds for a lock; a busy machine may take that long to see that it waits.
  test("adds to the cart's lines that the other transaction wrote", { retry: 3 }, async () => {
    // Skips the optimistic attempt, which comes first on a remote database.
    const carts = cartQueries({ ...database.engine, isRemote: false }, clock);
    const { id: cartId, storeId } = await carts.create("store_1", "eur");
    const theirs = JSON.stringify([{ productId: "theirs", quantity: 1 }]);
    const changed = await during([["update carts set lines = $1 where id = $2", [theirs, cartId]]], () =>
      carts.change({ storeId, cartId }, (lines) => [...lines, { productId: "ours", quantity: 1 }]),
    );
    expect(changed?.lines.map(({ productId }) => productId)).toEqual(["theirs", "ours"]);
  });

  describe("sees that a checkout has become impossible, when the other one", () => {
    const checkoutIn = async (slug: string) => {
      const { store, stores, products } = await storeWith(slug);
      await stores.update(slug, { isPublished: true, paymentsConfigured: true });
      await products.import(store.id, sampleProducts.slice(0, 1));
      const [product] = await products.listAll(store.id);
      const lines = [{ productId: product?._id ?? "", name: "Poster", quantity: 1, unitPriceInCents: 2400 }];
      const pages = pagesToCloseQueries(database.engine, { invalidate: () => {} });
      const session = { storeId: store.id, account: null, currency: "eur", lines } as CheckoutSessionRecord;
      return { store, product, isStillSold: () => pages.isStillSold(session) };
    };

    test("takes the product off sale", { retry: 3 }, async () => {
      const { product, isStillSold } = await checkoutIn(`off-sale-${nanoid().toLowerCase()}`);
      expect(await isStillSold()).toBe(true);
      const offSale = "update products set is_active = 0 where id = $1";
      expect(await during([[offSale, [product?._id]]], isStillSold)).toBe(false);
    });

    test("unpublishes the store", { retry: 3 }, async () => {
      const { store, isStillSold } = await checkoutIn(`unpublished-${nanoid().toLowerCase()}`);
      const changes: [string, string[]][] = [
        // As `stores.update` and `setChargeable` do.
        ["select id from stores where id = $1 for update", [store.id]],
        ["update stores set is_published = 0 where id = $1", [store.id]],
      ];
      expect(await during(changes, isStillSold)).toBe(false);
    });
  });

  test("changes a cart on one connection at a time, and leaves the rest to others", {
    retry: 3,
  }, async () => {
    const small = openPostgres(database.url, { poolSize: 2 });
    onTestFinished(() => small.close());
    const carts = cartQueries(small, clock);
    const { id: cartId, storeId } = await carts.create("store_1", "eur");
    const another = await carts.create("store_1", "eur");
    const add = () =>
      carts.change({ storeId, cartId }, (lines) => [...lines, { productId: "ours", quantity: 1 }]);
    const changed = await during(
      [["update carts set expires_at = expires_at + 1 where id = $1", [cartId]]],
      () => Promise.all(Array.from({ length: 20 }, add)),
      async () => expect(await carts.find({ storeId, cartId: another.id })).toEqual(another),
    );
    const counts = changed.map((cart) => cart?.lines.length ?? 0);
    expect(counts.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1));
  });

  test("blocks no other cart, whether or not that is changed at the same time", {
    retry: 3,
  }, async () => {
    const carts = cartQueries(database.engine, clock);
    const ids: string[] = [];
    for (let n = 0; n < 5; n++) ids.push((await carts.create("store_1", "eur")).id);
    const [free = "", ...held] = ids;
    const theirs = [{ productId: "theirs", quantity: 1 }];
    const ours = { productId: "ours", quantity: 1 };
    const add = (cartId: string) => carts.change({ storeId: "store_1", cartId }, (lines) => [...lines, ours]);
    // Loads them, so that their next changes need no read.
    await Promise.all(ids.map(add));
    const waiting: ReturnType<typeof add>[] = [];
    const changed = await during(
      [["update carts set lines = $1 where id = any($2)", [JSON.stringify(theirs), held]]],
      async () => {
        for (const id of held) {
          waiting.push(add(id));
          // Each in a separate statement.
          for (let n = 0; n < 3; n++) await turn();
        }
        return Promise.all(waiting);
      },
      async () => {
        for (let n = 0; n < 3; n++) expect((await add(free))?.lines.length).toBe(2 + n);
      },
    );
    for (const cart of changed) expect(cart?.lines).toEqual([...theirs, ours]);
  });

  test("reads again after a deadlock with a migration", { retry: 3 }, async () => {
    const read = () =>
      database.engine.read
        .selectFrom("event_deliveries")
        .innerJoin("event_endpoints", "event_endpoints.id", "event_deliveries.endpoint_id")
        .select("event_endpoints.id")
        .execute();
    const rows = await during(
      [["lock table event_endpoints in access exclusive mode", []]],
      read,
      // The read holds this one, and has waited longer, so that PostgreSQL ends the read.
      (other) => other.query("lock table event_deliveries in access exclusive mode"),
    );
    expect(rows).toEqual([]);
  });

  test("imports a product that both would create only once", { retry: 3 }, async () => {
    const { store, products } = await storeWith(`import-${crypto.randomUUID()}`);
    const [poster] = sampleProducts;
    if (!poster) throw new Error("There are samples.");
    const id = `prod_${crypto.randomUUID()}`;
    const counts = await during(
      [
        ["select 1 from stores where id = $1 for no key update", [store.id]],
        [
          `insert into products (id, store_id, reference, name, price_in_cents, currency, type, is_active, position)
           values ($1, $2, $3, 'Theirs', 1, 'eur', 'physical', 1, 1)`,
          [id, store.id, poster.reference],
        ],
      ],
      () => products.import(store.id, [poster]),
    );
    expect(counts).toEqual({ created: 0, updated: 1, unchanged: 0 });
    expect(await products.listAll(store.id)).toMatchObject([{ _id: id, name: poster.name }]);
  });

  test("keeps the other transaction's changes of a store", { retry: 3 }, async () => {
    const { store, stores } = await storeWith(`store-${crypto.randomUUID()}`);
    const updated = await during([["update stores set name = 'Quay Press' where id = $1", [store.id]]], () =>
      stores.update(store.slug, { plan: "free" }),
    );
    expect(updated).toMatchObject({ name: "Quay Press", plan: "free" });
    expect(await stores.find(store.id)).toMatchObject({ name: "Quay Press", plan: "free" });
  });

  test("derives the order's states from the refund that the other one records", { retry: 3 }, async () => {
    const { store } = await storeWith(`refunds-${crypto.randomUUID()}`);
    const { engine } = database;
    const [orderId, paymentId] = [`order_${crypto.randomUUID()}`, `pi_${crypto.randomUUID()}`];
    const failed = { orderId, paymentId, storeId: store.id, refundId: `re_${crypto.randomUUID()}` };
    await engine.writeOne((db) => addFailedRefund(db, failed));
    const by = { kind: "person", id: "person_1" } as const;
    const isKnown = await during(fullRefund({ orderId, paymentId }), () =>
      engine.write((db) => resolveRefund(db, failed, { by, now })),
    );
    expect(isKnown).toBe(true);
    expect(await orderStates(engine.read, orderId)).toEqual({ refund_state: "full", failed_refunds: null });
  });
});
