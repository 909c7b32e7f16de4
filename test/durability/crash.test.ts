import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createApiClient } from "../../generated/client.ts";
import { createStripeStandIn } from "../../mock/stripe/app.ts";
import { openStore } from "../../server/store/store.ts";
import { productionSettings, type ServerProcess, startServer } from "../helpers/server-process.ts";
import { dataOf, isPayable, pay, readSession } from "../helpers/shopping.ts";
import { temporaryFolder } from "../helpers/temporary-folder.ts";
import { type Merchant, sampleProducts } from "../helpers/world.ts";

const standIn = await createStripeStandIn().listen(0, "127.0.0.1");
afterAll(() => standIn.close());

/** A database with one store in it, and how a process serves it. */
async function makeShop() {
  const file = path.join(await temporaryFolder(), "shop.db");
  const store = await openStore(`file:${file}`, Date.now);
  const shop = await store.stores.create({
    slug: "shop",
    name: "Harbour Press",
    currency: "eur",
    plan: "pro",
    isPublished: true,
    paymentsConfigured: true,
  });
  if (!shop) throw new Error("The slug is taken.");
  const { key } = await store.keys.create(shop.id, "test");
  await store.products.import(shop.id, sampleProducts);
  const products = Object.fromEntries(
    (await store.products.listAll(shop.id)).map(({ reference, _id }) => [reference, _id]),
  );
  await store.close();
  const env = {
    ...productionSettings(file, standIn.url),
    RATE_LIMITS: "global=1000000,cart-writes=1000000,product-reads=1000000,checkout=1000000",
  };
  const merchantAt = ({ url }: ServerProcess): Merchant => {
    return { shop, key, products, client: createApiClient({ baseUrl: url, auth: { apiKey: key } }) };
  };
  return { start: () => startServer(env), merchantAt, poster: products.poster ?? "" };
}

interface Written {
  cartId: string;
  /** Adds of one piece that were sent, and those of them that were answered with 200. */
  sent: number;
  answered: number;
}

describe("kill -9 while customers fill their carts", () => {
  test("loses nothing that was answered, time after time", { timeout: 60_000 }, async () => {
    const { start, merchantAt, poster } = await makeShop();
    const carts: Written[] = [];
    for (const round of [1, 2]) {
      const server = await start();
      const { client } = merchantAt(server);
      for (let n = 0; n < 4; n++) {
        const { id } = dataOf(await client.POST("/v1/cart"));
        carts.push({ cartId: id, sent: 0, answered: 0 });
      }
      let answered = 0;
      const writers = carts.map(async (cart) => {
        for (;;) {
          cart.sent++;
          const answer = await client
            .POST("/v1/cart/{cartId}/lines", {
              params: { path: { cartId: cart.cartId } },
              body: { productId: poster, quantity: 1 },
            })
            .catch(() => undefined);
          if (answer === undefined) return;
          expect(answer.response.status).toBe(200);
          cart.answered++;
          // In the midst of the work, when every writer waits for an answer.
          if (++answered === 150 * round) server.end("SIGKILL");
        }
      });
      await Promise.all(writers);
      expect((await server.end("SIGKILL")).signal).toBe("SIGKILL");
    }

    const server = await start();
    const { client } = merchantAt(server);
    for (const { cartId, sent, answered } of carts) {
      const { lines } = dataOf(await client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } }));
      const quantity = lines[0]?.quantity ?? 0;
      expect(quantity).toBeGreaterThanOrEqual(answered);
      expect(quantity).toBeLessThanOrEqual(sent);
    }
    expect(carts.reduce((sum, { answered }) => sum + answered, 0)).toBeGreaterThanOrEqual(450);
  });
});

test("kill -9 between opening a checkout and the buyer's return: the payment is found", {
  timeout: 60_000,
}, async () => {
  const { start, merchantAt, poster } = await makeShop();
  const first = await start();
  const before = merchantAt(first);
  const { id: cartId } = dataOf(await before.client.POST("/v1/cart"));
  const body = { productId: poster, quantity: 2 };
  dataOf(await before.client.POST("/v1/cart/{cartId}/lines", { params: { path: { cartId } }, body }));
  const { url } = dataOf(await before.client.POST("/v1/checkout/session", { body: { cartId } }));
  await first.end("SIGKILL");

  expect(await isPayable(url)).toBe(true);
  const sessionId = await pay(url);
  const after = merchantAt(await start());
  expect(await readSession(after, sessionId)).toMatchObject({
    status: "complete",
    paymentStatus: "paid",
    cartId,
  });
  const cart = dataOf(await after.client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } }));
  expect(cart.lines).toEqual([]);
});

test("SIGTERM while customers fill their carts: every request is answered, none is lost, and the code is 0", {
  timeout: 60_000,
}, async () => {
  const { start, merchantAt, poster } = await makeShop();
  const server = await start();
  const { client } = merchantAt(server);
  const { id: cartId } = dataOf(await client.POST("/v1/cart"));
  const add = () =>
    client.POST("/v1/cart/{cartId}/lines", {
      params: { path: { cartId } },
      body: { productId: poster, quantity: 1 },
    });
  let answered = 0;
  const writers = Array.from({ length: 8 }, async () => {
    for (;;) {
      const answer = await add().catch(() => undefined);
      if (answer === undefined) return;
      expect(answer.response.status).toBe(200);
      if (++answered === 100) server.end("SIGTERM");
    }
  });
  const { code, output } = await server.end("SIGCONT");
  await Promise.all(writers);
  expect(code).toBe(0);
  expect(output).toContain('"msg":"stopping"');
  expect(output).not.toContain('"level":50');
  expect(output).not.toContain('"status":"aborted"');

  const again = merchantAt(await start());
  const cart = dataOf(await again.client.GET("/v1/cart/{cartId}", { params: { path: { cartId } } }));
  expect(cart.lines[0]?.quantity).toBe(answered);
});
