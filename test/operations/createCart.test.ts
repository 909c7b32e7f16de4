import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { dataOf, newCart } from "../helpers/shopping.ts";
import { startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 60 } });
afterAll(() => world.close());

test("200 an empty cart of the key's store, in its currency, with totals of zero", async () => {
  const { client, store } = await world.merchant({ currency: "jpy" });
  expect(dataOf(await client.POST("/v1/cart"))).toEqual({
    id: expect.any(String),
    storeId: store.id,
    lines: [],
    totals: { subtotal: 0, total: 0, currency: "jpy", hasUnavailableLines: false },
  });
});

test("200 a new cart each time, with an id that can't be guessed", async () => {
  const merchant = await world.merchant();
  const ids = await Promise.all(Array.from({ length: 30 }, () => newCart(merchant)));
  expect(new Set(ids).size).toBe(30);
  // 26 characters out of 36 are 134 bits.
  for (const id of ids) expect(id).toMatch(/^cart_[0-9a-z]{26}$/);
});

test("200 before the store is published or can take payments", async () => {
  const { client } = await world.merchant({ isPublished: false, paymentsConfigured: false });
  expect((await client.POST("/v1/cart")).response.status).toBe(200);
});

test("200 with any body: the operation has none, so it isn't read", async () => {
  const { key } = await world.merchant();
  const headers = { "Content-Type": "application/json" };
  expect((await send(world, "POST", "/v1/cart", { key, headers, body: "{" })).status).toBe(200);
  expect((await send(world, "POST", "/v1/cart?colour=blue", { key, body: "blue" })).status).toBe(200);
});

test("400 VALIDATION_ERROR for an Idempotency-Key that is empty or longer than 255 characters", async () => {
  const { key } = await world.merchant();
  for (const text of ["", "k".repeat(256)]) {
    const { status, code } = await send(world, "POST", "/v1/cart", {
      key,
      headers: { "Idempotency-Key": text },
    });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  }
});

test("409 CONFLICT for an Idempotency-Key that was sent with another request", async () => {
  const { key } = await world.merchant();
  const headers = { "Idempotency-Key": "order-17" };
  expect((await send(world, "POST", "/v1/cart", { key, headers })).status).toBe(200);
  const { status, code } = await send(world, "POST", "/v1/cart?colour=blue", { key, headers });
  expect([status, code]).toEqual([409, "CONFLICT"]);
});

testCommonRefusals(world, "createCart");
testEveryResponse(world, "createCart");
