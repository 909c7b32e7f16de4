import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { giveFile } from "../helpers/product-files.ts";
import {
  answerOf,
  buy,
  cartWith,
  dataOf,
  orderOf,
  paymentPage,
  productId,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

function createDownload({ client }: Merchant, orderId: string, product: string) {
  return client.POST("/v1/orders/{orderId}/downloads", {
    params: { path: { orderId } },
    body: { productId: product },
  });
}

const font = (merchant: Merchant) => productId(merchant, "font");

test("200 a fresh URL each time, which downloads the file for a day", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id } = await buy(merchant, { font: 1, poster: 1 });
  const links = [
    dataOf(await createDownload(merchant, id, font(merchant))),
    dataOf(await createDownload(merchant, id, font(merchant))),
  ];
  expect(new Set(links.map(({ url }) => url)).size).toBe(2);
  for (const { url, expiresAt } of links) {
    expect(url).toMatch(/^http:\/\/counterpart\.test\/downloads\/dl_[0-9a-z]{26}$/);
    expect(Date.parse(expiresAt)).toBe(world.clock.now + 24 * 60 * 60 * 1000);
    const response = await fetch(url.replace("http://counterpart.test", world.url));
    expect([response.status, await response.text()]).toEqual([200, "glyphs"]);
  }
});

test("409 CONFLICT for a product without a file, and for one that the order doesn't have", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id } = await buy(merchant, { poster: 1 });
  expect(answerOf(await createDownload(merchant, id, productId(merchant, "poster")))).toBe("409 CONFLICT");
  expect(answerOf(await createDownload(merchant, id, font(merchant)))).toBe("409 CONFLICT");
});

test("409 CONFLICT while the payment is pending, and after a full refund", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const url = await paymentPage(merchant, await cartWith(merchant, { font: 1 }));
  const sessionId = new URL(url).pathname.split("/").at(-1) ?? "";
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later" });
  await readSession(merchant, sessionId);
  const { id } = await orderOf(merchant, sessionId);
  const ask = async () => answerOf(await createDownload(merchant, id, font(merchant)));
  expect(await ask()).toBe("409 CONFLICT");
  await world.stripe.settle(sessionId, "succeed");
  await world.stripe.deliver();
  expect(await ask()).toBe("200");
  await world.stripe.refund(sessionId);
  await world.stripe.deliver();
  expect(await ask()).toBe("409 CONFLICT");
});

test("409 CONFLICT once the buyer has won a dispute, and neither does an earlier URL work", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id, payments } = await buy(merchant, { font: 1 });
  const { url } = dataOf(await createDownload(merchant, id, font(merchant)));
  const download = async () => (await fetch(url.replace("http://counterpart.test", world.url))).status;
  const dispute = await world.stripe.dispute(payments[0]?.id ?? "");
  await world.stripe.deliver();
  expect(await download()).toBe(200);
  await world.stripe.changeDispute(dispute.id, "lost");
  await world.stripe.deliver();
  expect(answerOf(await createDownload(merchant, id, font(merchant)))).toBe("409 CONFLICT");
  expect(await download()).toBe(410);
});

test("404 NOT_FOUND for another store's order, as for an unknown one", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id } = await buy(merchant, { font: 1 });
  const foreign = await createDownload(stranger, id, font(merchant));
  const unknown = await createDownload(stranger, "order_1", font(merchant));
  expect([answerOf(foreign), foreign.error]).toEqual(["404 NOT_FOUND", unknown.error]);
});

test.each([
  ["nothing", {}],
  ["an empty product", { productId: "" }],
  ["another property", { productId: "prod_1", quantity: 1 }],
])("400 VALIDATION_ERROR for %s", async (_, json) => {
  const { key } = await world.merchant();
  const { status, code } = await send(world, "POST", "/v1/orders/order_1/downloads", { key, json });
  expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
});

testCommonRefusals(world, "createDownload");
testEveryResponse(world, "createDownload");
