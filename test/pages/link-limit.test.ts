import { afterAll, beforeAll, expect, test } from "vitest";
import { giveFile } from "../helpers/product-files.ts";
import { buy, productId } from "../helpers/shopping.ts";
import { startWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const get = (path: string, language = "en") =>
  fetch(world.url + path, { headers: { "Accept-Language": language } });

test("429 with Retry-After beyond 120 requests a minute from an address, whether links work or not", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id: orderId } = await buy(merchant, { font: 1 });
  const line = { storeId: merchant.store.id, orderId, productId: productId(merchant, "font") };
  const { token } = await world.services.database.downloads.createLink(line);
  const paths = [`/downloads/${token}`, `/downloads/dl_${"0".repeat(26)}`, `/invoices/ivl_${"0".repeat(26)}`];
  const statuses = new Set<number>();
  for (let n = 0; n < 120; n += 1) statuses.add((await get(paths[n % 3] ?? "")).status);
  expect([...statuses].sort()).toEqual([200, 410]);
  for (const path of paths) {
    const response = await get(path, "de");
    expect([path, response.status]).toEqual([path, 429]);
    const wait = Number(response.headers.get("Retry-After"));
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(60);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.text()).toContain("Das waren zu viele Anfragen.");
  }
  expect(await world.services.database.downloads.counts(orderId)).toMatchObject([{ count: 40 }]);
  // Keys have their own allowances.
  const order = await merchant.client.GET("/v1/orders/{orderId}", { params: { path: { orderId } } });
  expect(order.response.status).toBe(200);
});
