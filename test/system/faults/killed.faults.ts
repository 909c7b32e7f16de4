import { DatabaseSync } from "node:sqlite";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { type SeededShop, seedShop } from "../../helpers/data/seed-shop.ts";
import { emptyPostgres, emptySqlite, type TestDatabase } from "../../helpers/data/test-database.ts";
import { withPostgres } from "../../helpers/outside.ts";
import { startServer } from "../../helpers/processes/server-process.ts";
import { pay } from "../../helpers/shopping.ts";
import { report } from "./helpers/figures.ts";
import { type Ask, asker, type Contents, changeOf, contentsIn } from "./helpers/load.ts";

const kills = 4;
const aliveMs = 2500;

/** A cart that is being filled: its last known content, and its content after the unanswered change. */
interface Filling {
  cartId: string;
  contents: Contents;
  inDoubt?: Contents;
  n: number;
}

interface Purchase {
  sessionId: string;
  /** Whether the server has reported it as paid. */
  isAcknowledged: boolean;
}

async function setUp(testDatabase: TestDatabase) {
  onTestFinished(() => testDatabase.drop());
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  onTestFinished(() => standIn.close());
  return { stripe: stripe.control, shop: await seedShop(testDatabase.url, standIn.url) };
}

/** Changes one cart after the other until there is no response. Returns how many were answered. */
async function fill(ask: Ask, shop: SeededShop, filling: Filling): Promise<number> {
  const productIds = ["poster", "notebook", "font"].map((reference) => shop.products[reference] ?? "");
  for (let answered = 0; ; answered++) {
    const change = changeOf(filling.cartId, filling.contents, productIds, filling.n++);
    const { status } = await ask(change.method, change.path, change.body);
    if (status === 0) {
      filling.inDoubt = change.after;
      return answered;
    }
    expect(status).toBe(200);
    filling.contents = change.after;
  }
}

/** Buys one poster after the other until there is no response. */
async function buy(ask: Ask, shop: SeededShop, purchases: Purchase[]): Promise<void> {
  for (;;) {
    const cart = await ask("POST", "/v1/cart");
    if (cart.status === 0) return;
    const cartId = cart.body.data.id;
    const added = await ask("POST", `/v1/cart/${cartId}/lines`, {
      productId: shop.products.poster,
      quantity: 1,
    });
    if (added.status === 0) return;
    const checkout = await ask("POST", "/v1/checkout/session", { cartId });
    if (checkout.status === 0) return;
    expect(checkout.status).toBe(200);
    const purchase = { sessionId: await pay(checkout.body.data.url), isAcknowledged: false };
    purchases.push(purchase);
    const read = await ask("GET", `/v1/checkout/sessions/${purchase.sessionId}`);
    if (read.status === 0) return;
    expect(read.body.data.paymentStatus).toBe("paid");
    purchase.isAcknowledged = true;
  }
}

async function survivesKills(name: string, testDatabase: TestDatabase): Promise<void> {
  const { stripe, shop } = await setUp(testDatabase);
  const fillings: Filling[] = [];
  const purchases: Purchase[] = [];
  const figures = { answered: 0, "in doubt": 0, "of these applied": 0 };

  for (let kill = 0; kill <= kills; kill++) {
    const server = await startServer(shop.env);
    const ask = asker(server.url, shop.key);
    const endpoint = { url: `${server.url}/webhooks/stripe`, secret: "whsec_process" };
    stripe.setWebhooks({ mode: "now", endpoints: [endpoint] });

    for (const filling of fillings) {
      const { body } = await ask("GET", `/v1/cart/${filling.cartId}`);
      const found = contentsIn(body.data);
      const { contents, inDoubt = contents } = filling;
      expect([contents, inDoubt]).toContainEqual(found);
      const differs = JSON.stringify(inDoubt) !== JSON.stringify(contents);
      if (differs && JSON.stringify(found) === JSON.stringify(inDoubt)) figures["of these applied"]++;
      filling.contents = found;
      delete filling.inDoubt;
    }
    if (kill === kills) {
      // Events that couldn't be delivered while the process was down are resent.
      const paid = stripe.events("checkout.session.completed").map(({ id }) => id);
      await stripe.deliver({ ids: paid });
      await server.end("SIGTERM");
      break;
    }
    while (fillings.length < 16) {
      const { body } = await ask("POST", "/v1/cart");
      fillings.push({ cartId: body.data.id, contents: {}, n: fillings.length });
    }
    const load = [
      ...fillings.map((filling) => fill(ask, shop, filling)),
      ...Array.from({ length: 4 }, () => buy(ask, shop, purchases).then(() => 0)),
    ];
    setTimeout(() => void server.end("SIGKILL"), aliveMs);
    for (const answered of await Promise.all(load)) figures.answered += answered;
    figures["in doubt"] += fillings.length;
    expect((await server.ended).signal).toBe("SIGKILL");
    expect(server.output()).not.toContain('"level":50');
  }

  const database = await openDatabase(shop.env.DATABASE_URL ?? "", Date.now);
  const orders = await database.orders.listAll(shop.store.id);
  await database.close();
  const paid = stripe.events("checkout.session.completed").length;
  expect(orders.length).toBe(paid);
  expect(new Set(orders.map(({ checkoutSessionId }) => checkoutSessionId)).size).toBe(paid);
  expect(purchases.length).toBe(paid);
  expect(figures.answered).toBeGreaterThan(500);
  report(`kill -9 × ${kills} under load, ${name}`, {
    "cart writes answered": figures.answered,
    lost: 0,
    "writes cut off": figures["in doubt"],
    "of these applied whole": figures["of these applied"],
    "half carts": 0,
    payments: paid,
    "acknowledged before the kill": purchases.filter((one) => one.isAcknowledged).length,
    orders: orders.length,
  });
}

describe("kill -9 under load: every answered write is kept, no cart is half-written, no order is lost or duplicated", () => {
  test("embedded, and the file is intact", async () => {
    const testDatabase = await emptySqlite();
    await survivesKills("embedded", testDatabase);
    const file = new DatabaseSync(testDatabase.url.slice("file:".length), { readOnly: true });
    expect(file.prepare("PRAGMA integrity_check").get()).toEqual({ integrity_check: "ok" });
    file.close();
  });

  withPostgres("PostgreSQL", (url) => {
    test("the same", async () => survivesKills("PostgreSQL", await emptyPostgres(url)));
  });
});
