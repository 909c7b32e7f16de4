import { expect, test } from "vitest";
import { addLine, answerOf, cartWith, contentsOf, getCart } from "./shopping.ts";
import type { Merchant, World } from "./world.ts";

/**
 * Repeats a GET with its response's ETag.
 * @param address of an object of the merchant
 */
export function testNotModified(world: World, address: (merchant: Merchant) => Promise<string>): void {
  test("304 without a body to the ETag of the same response", async () => {
    const merchant = await world.merchant();
    const path = await address(merchant);
    const read = (headers: Record<string, string> = {}) =>
      world.fetch(
        new Request(world.url + path, { headers: { Authorization: `Bearer ${merchant.key}`, ...headers } }),
      );
    const first = await read();
    const again = await read({ "If-None-Match": String(first.headers.get("ETag")) });
    expect([first.status, again.status, await again.text()]).toEqual([200, 304, ""]);
    expect(again.headers.get("Cache-Control")).toBe(first.headers.get("Cache-Control"));
  });
}

type Change = (
  merchant: Merchant,
  address: { cartId: string; header: { "If-Match": string } },
) => Promise<{ response: Response; error?: { code: string } }>;

/** Changes a cart with two posters, with current ETags and an outdated one. */
export function testIfMatch(world: World, change: Change): void {
  test("200 with the ETag of GET, and the response has the new one", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2 });
    const tag = await tagOf(merchant, cartId);
    const { response } = await change(merchant, { cartId, header: { "If-Match": tag } });
    expect(response.status).toBe(200);
    expect(response.headers.get("ETag")).toBe(await tagOf(merchant, cartId));
  });

  test("412 CONFLICT with an outdated ETag, and the cart is unchanged", async () => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2 });
    const tag = await tagOf(merchant, cartId);
    await addLine(merchant, cartId, "poster", 1);
    const refused = await change(merchant, { cartId, header: { "If-Match": tag } });
    expect(answerOf(refused)).toBe("412 CONFLICT");
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 3 });
  });
}

async function tagOf(merchant: Merchant, cartId: string): Promise<string> {
  return String((await getCart(merchant, cartId)).response.headers.get("ETag"));
}
