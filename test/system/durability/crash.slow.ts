import { once } from "node:events";
import { request } from "node:http";
import path from "node:path";
import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { afterAll, expect, test, vi } from "vitest";
import { seedShop } from "../../helpers/data/seed-shop.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { type ServerProcess, startServer } from "../../helpers/processes/server-process.ts";
import {
  addLine,
  contentsOf,
  newCart,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../../helpers/shopping.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";
import type { Merchant } from "../../helpers/world.ts";

const standIn = await createStripeStandIn().listen(0, "127.0.0.1");
afterAll(() => standIn.close());

/** A database with one store, and how a process serves it. */
async function makeShop() {
  const shop = await seedShop(`file:${path.join(await temporaryFolder(), "shop.db")}`, standIn.url);
  return {
    start: () => startServer(shop.env),
    merchantAt: ({ url }: ServerProcess): Merchant => shop.merchantAt(url),
  };
}

interface Filling {
  cartId: string;
  /** How many posters were added one by one, and how many of these requests were answered with 200. */
  sent: number;
  answered: number;
}

/** Fills carts concurrently, one poster after the other, until the server has ended. */
async function fillUntilGone(
  merchant: Merchant,
  { carts, endAfter, end }: { carts: number; endAfter: number; end: () => void },
): Promise<Filling[]> {
  const cartIds = await Promise.all(Array.from({ length: carts }, () => newCart(merchant)));
  let all = 0;
  return Promise.all(
    cartIds.map(async (cartId) => {
      const filling = { cartId, sent: 0, answered: 0 };
      for (;;) {
        filling.sent++;
        const answer = await addLine(merchant, cartId, "poster").catch(() => undefined);
        if (answer === undefined) return filling;
        expect(answer.response.status).toBe(200);
        filling.answered++;
        // Now every other cart is waiting for a response.
        if (++all === endAfter) end();
      }
    }),
  );
}

test("kill -9 during writes and before a payment: no answered write is lost, and the payment is found", {
  timeout: 180_000,
}, async () => {
  const { start, merchantAt } = await makeShop();
  const first = await start();
  const before = merchantAt(first);
  const bought = await newCart(before);
  await addLine(before, bought, "font", 2);
  const url = await paymentPage(before, bought);
  const fillings = await fillUntilGone(before, {
    carts: 8,
    endAfter: 400,
    end: () => void first.end("SIGKILL"),
  });
  expect((await first.ended).signal).toBe("SIGKILL");
  const sessionId = await pay(url);

  const after = merchantAt(await start());
  for (const { cartId, sent, answered } of fillings) {
    const { poster = 0 } = await contentsOf(after, cartId);
    expect(poster).toBeGreaterThanOrEqual(answered);
    expect(poster).toBeLessThanOrEqual(sent);
  }
  expect(await readSession(after, sessionId)).toMatchObject({ paymentStatus: "paid", cartId: bought });
  expect(await contentsOf(after, bought)).toEqual({});
  expect((await onPaymentPage(url)).headers.get("location")).toBeNull();
});

test("SIGTERM during writes: requests in progress are answered, then the process exits with 0", {
  timeout: 180_000,
}, async () => {
  const { start, merchantAt } = await makeShop();
  const server = await start();
  const merchant = merchantAt(server);
  const slow = await beginAdding(server, merchant);
  const fillings = await fillUntilGone(merchant, {
    carts: 8,
    endAfter: 200,
    end: () => void server.end("SIGTERM"),
  });
  await vi.waitFor(() => expect(server.output()).toContain('"msg":"stopping"'));
  expect(await slow.finish()).toBe(200);
  const { code, output } = await server.ended;
  expect(code).toBe(0);
  expect(output).not.toContain('"level":50');
  expect(output).not.toContain('"status":"aborted"');

  const again = merchantAt(await start());
  expect(await contentsOf(again, slow.cartId)).toEqual({ poster: 1 });
  for (const { cartId, answered } of fillings) {
    expect(await contentsOf(again, cartId)).toEqual({ poster: answered });
  }
});

/** Begins to add a poster to a new cart. The server has the headers and waits for the body. */
async function beginAdding({ url }: ServerProcess, merchant: Merchant) {
  const cartId = await newCart(merchant);
  const body = JSON.stringify({ productId: productId(merchant, "poster"), quantity: 1 });
  const headers = {
    Authorization: `Bearer ${merchant.key}`,
    "Content-Type": "application/json",
    "Content-Length": body.length,
    Expect: "100-continue",
  };
  const out = request(`${url}/v1/cart/${cartId}/lines`, { method: "POST", headers });
  out.flushHeaders();
  await once(out, "continue");
  return {
    cartId,
    async finish(): Promise<number | undefined> {
      out.end(body);
      const [response] = await once(out, "response");
      return response.resume().statusCode;
    },
  };
}
