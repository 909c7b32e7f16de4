import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testIfMatch } from "../helpers/conditional-requests.ts";
import {
  addLine,
  answerOf,
  cartWith,
  contentsOf,
  dataOf,
  lineOf,
  newCart,
  productId,
} from "../helpers/shopping.ts";
import { sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { "cart-writes": 250 } });
afterAll(() => world.close());

const [poster] = sampleProducts;
if (!poster) throw new Error("There are sample products.");

test("200 the cart with the new line and its total", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  expect(dataOf(await addLine(merchant, cartId, "poster", 2))).toEqual({
    id: cartId,
    storeId: merchant.store.id,
    lines: [lineOf(merchant, "poster", 2)],
    totals: { subtotal: 4800, total: 4800, currency: "eur", hasUnavailableLines: false },
  });
});

test("200 one line per product: adding more increases its quantity in place", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, font: 1 });
  const { lines, totals } = dataOf(await addLine(merchant, cartId, "poster", 4));
  expect(lines).toEqual([lineOf(merchant, "poster", 5), lineOf(merchant, "font", 1)]);
  expect(totals.total).toBe(5 * 2400 + 4900);
});

test("200 a subscription beside other products, since only checkout refuses the mix", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1, monthly: 1 });
  expect(answerOf(await addLine(merchant, cartId, "yearly"))).toBe("200");
});

test("200 before the store is published or can take payments", async () => {
  const merchant = await world.merchant({ isPublished: false, paymentsConfigured: false });
  expect(answerOf(await addLine(merchant, await newCart(merchant), "poster"))).toBe("200");
});

test("200 for 50 concurrent adds, and all of them count", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  const answers = await Promise.all(Array.from({ length: 50 }, () => addLine(merchant, cartId, "poster", 1)));
  expect(new Set(answers.map(answerOf))).toEqual(new Set(["200"]));
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 50 });
  // Each saw a different sum, so the changes were serialised.
  expect(new Set(answers.map((answer) => dataOf(answer).totals.total)).size).toBe(50);
});

test("200 for concurrent adds of different products, one line each", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  const references = ["poster", "notebook", "font", "monthly", "yearly"];
  await Promise.all([...references, ...references].map((one) => addLine(merchant, cartId, one)));
  expect(await contentsOf(merchant, cartId)).toEqual(Object.fromEntries(references.map((one) => [one, 2])));
});

test("200 up to 999 of a product", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 998 });
  expect(answerOf(await addLine(merchant, cartId, "poster", 1))).toBe("200");
  expect(answerOf(await addLine(merchant, await newCart(merchant), "poster", 999))).toBe("200");
});

test("404 NOT_FOUND for a cart that doesn't exist, and for another store's in the same words", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const foreign = await addLine(stranger, await newCart(merchant), "poster");
  const unknown = await addLine(stranger, "cart_unknown", "poster");
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
});

test("404 NOT_FOUND for a product that doesn't exist, and for another store's in the same words", async () => {
  const [merchant, other] = [await world.merchant(), await world.merchant()];
  const cartId = await newCart(merchant);
  const foreign = await addLine({ ...merchant, products: other.products }, cartId, "poster");
  const unknown = await addLine({ ...merchant, products: { poster: "prod_unknown" } }, cartId, "poster");
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  expect(await contentsOf(merchant, cartId)).toEqual({});
});

test("409 CONFLICT for a product that isn't for sale", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  expect(answerOf(await addLine(merchant, cartId, "retired"))).toBe("409 CONFLICT");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
});

test("409 CONFLICT for more of a product in the cart that has been taken off sale", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  await world.services.database.products.import(merchant.store.id, [{ ...poster, isActive: false }]);
  expect(answerOf(await addLine(merchant, cartId, "poster"))).toBe("409 CONFLICT");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
});

test("409 CONFLICT for a product in another currency than the cart's", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  expect(answerOf(await addLine(merchant, cartId, "dollars"))).toBe("409 CONFLICT");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 1 });
});

test("409 CONFLICT when the sum would exceed 999, and the line is unchanged", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 998 });
  expect(answerOf(await addLine(merchant, cartId, "poster", 2))).toBe("409 CONFLICT");
  expect(answerOf(await addLine(merchant, cartId, "poster", 999))).toBe("409 CONFLICT");
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 998 });
});

test("409 CONFLICT for some of many concurrent adds, so that the sum never exceeds 999", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => addLine(merchant, cartId, "poster", 100)),
  );
  expect(answers.filter((answer) => answerOf(answer) === "200")).toHaveLength(9);
  expect(answers.filter((answer) => answerOf(answer) === "409 CONFLICT")).toHaveLength(3);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 900 });
});

test("409 CONFLICT for a line beyond the hundredth, but 200 for more of a product in the cart", async () => {
  const references = Array.from({ length: 101 }, (_, n) => `print-${n}`);
  const inputs = references.map((reference) => ({ ...poster, reference }));
  const merchant = await world.merchant({}, inputs);
  const cartId = await cartWith(
    merchant,
    Object.fromEntries(references.slice(0, 100).map((one) => [one, 1])),
  );
  expect(answerOf(await addLine(merchant, cartId, "print-100"))).toBe("409 CONFLICT");
  expect(answerOf(await addLine(merchant, cartId, "print-0"))).toBe("200");
  expect(Object.keys(await contentsOf(merchant, cartId))).toHaveLength(100);
});

describe("400 VALIDATION_ERROR, and the cart is unchanged,", () => {
  test.each([
    ["0", "0"],
    ["a negative number", "-1"],
    ["a fraction", "1.5"],
    ["a fraction in another spelling", "15e-1"],
    ["1000", "1000"],
    ["more than 2^53", "9007199254740993"],
    ["more than a double holds", "1e400"],
    ["a text", '"1"'],
    ["true", "true"],
    ["null", "null"],
    ["a list", "[1]"],
    ["an object", "{}"],
  ])("for a quantity that is %s", async (_, quantity) => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2 });
    const { status, code, text } = await send(world, "POST", `/v1/cart/${cartId}/lines`, {
      key: merchant.key,
      headers: { "Content-Type": "application/json" },
      body: `{"productId": "${productId(merchant, "poster")}", "quantity": ${quantity}}`,
    });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(text).toContain("quantity");
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
  });

  test.each([
    ["no quantity", { productId: "prod_1" }],
    ["no product", { quantity: 1 }],
    ["a product that is a number", { productId: 5, quantity: 1 }],
    ["a product that is empty", { productId: "", quantity: 1 }],
    ["a product of 256 characters", { productId: "p".repeat(256), quantity: 1 }],
    ["nothing", {}],
  ])("for %s", async (_, json) => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2 });
    const { status, code } = await send(world, "POST", `/v1/cart/${cartId}/lines`, {
      key: merchant.key,
      json,
    });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
    expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
  });
});

test("200 for a whole number in another spelling", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  const { status } = await send(world, "POST", `/v1/cart/${cartId}/lines`, {
    key: merchant.key,
    headers: { "Content-Type": "application/json" },
    body: `{"productId": "${productId(merchant, "poster")}", "quantity": 2.0}`,
  });
  expect(status).toBe(200);
  expect(await contentsOf(merchant, cartId)).toEqual({ poster: 2 });
});

test("400 before 404: a cart that doesn't exist isn't looked up when the body is invalid", async () => {
  const { key } = await world.merchant();
  const { status } = await send(world, "POST", "/v1/cart/cart_unknown/lines", { key, json: {} });
  expect(status).toBe(400);
});

testIfMatch(world, (merchant, { cartId, header }) =>
  merchant.client.POST("/v1/cart/{cartId}/lines", {
    params: { path: { cartId }, header },
    body: { productId: productId(merchant, "poster"), quantity: 1 },
  }),
);
testCommonRefusals(world, "addCartLine");
testEveryResponse(world, "addCartLine");
