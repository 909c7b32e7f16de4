import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import { giveFile } from "../helpers/product-files.ts";
import { answerOf, buy, dataOf, productId } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

function listDownloads({ client }: Merchant, orderId: string) {
  return client.GET("/v1/orders/{orderId}/downloads", { params: { path: { orderId } } });
}

test("200 the file of each product that has one, until the money has gone back", async () => {
  const merchant = await world.merchant();
  await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
  const { id, payments } = await buy(merchant, { poster: 1, font: 2 });
  const file = { productId: productId(merchant, "font"), fileName: "harbour.otf", sizeInBytes: 6 };
  expect(dataOf(await listDownloads(merchant, id))).toEqual([{ ...file, isAvailable: true }]);
  await world.stripe.refund(payments[0]?.id ?? "");
  await world.stripe.deliver();
  expect(dataOf(await listDownloads(merchant, id))).toEqual([{ ...file, isAvailable: false }]);
});

test("200 nothing without a file, and the newest file once it was replaced", async () => {
  const merchant = await world.merchant();
  const { id } = await buy(merchant, { font: 1 });
  expect(dataOf(await listDownloads(merchant, id))).toEqual([]);
  await giveFile(world, merchant, "font", { name: "old.otf", content: "glyphs" });
  await giveFile(world, merchant, "font", { name: "new.otf", content: "more glyphs" });
  expect(dataOf(await listDownloads(merchant, id))).toMatchObject([{ fileName: "new.otf", sizeInBytes: 11 }]);
});

test("404 NOT_FOUND for another store's order, as for an unknown one", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const { id } = await buy(merchant, { font: 1 });
  const foreign = await listDownloads(stranger, id);
  const unknown = await listDownloads(stranger, "order_1");
  expect([answerOf(foreign), foreign.error]).toEqual(["404 NOT_FOUND", unknown.error]);
});

testNotModified(world, async (merchant) => `/v1/orders/${(await buy(merchant, { font: 1 })).id}/downloads`);
testCommonRefusals(world, "listDownloads");
testEveryResponse(world, "listDownloads");
