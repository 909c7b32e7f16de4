import { afterAll, expect, test } from "vitest";
import { expectFiles } from "../../toolkit/test/helpers/files-of.ts";
import { cartWith } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { checkout: 30 } });
afterAll(() => world.close());

test("a checkout runs through few files", async () => {
  const merchant = await world.merchant();
  // The first request isn't counted, and three are.
  const carts = [1, 2, 3, 4].map(() => cartWith(merchant, { poster: 2, font: 1 }));
  const cartIds = await Promise.all(carts);
  await expectFiles("A checkout", 85, async () => {
    const response = await fetch(`${world.url}/v1/checkout/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${merchant.key}`, "content-type": "application/json" },
      body: JSON.stringify({ cartId: cartIds.pop() }),
    });
    expect(response.status).toBe(200);
    await response.text();
  });
});
