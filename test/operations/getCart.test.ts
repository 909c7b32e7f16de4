import { testEveryResponse } from "@counterpart/testing";
import { afterAll, expect, test } from "vitest";
import type { Input } from "../../server/operation.ts";
import { getCart as getCartHandler } from "../../server/operations/getCart.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import { testNotModified } from "../helpers/conditional-requests.ts";
import {
  addLine,
  answerOf,
  cartWith,
  clear,
  dataOf,
  getCart,
  lineOf,
  newCart,
  productId,
  removeLine,
  setLine,
} from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { global: 60 } });
afterAll(() => world.close());

const day = 24 * 60 * 60 * 1000;

/** The sample products, with changes to one. */
function withChange(reference: string, change: object) {
  return sampleProducts.map((product) =>
    product.reference === reference ? { ...product, ...change } : product,
  );
}

test("200 the lines in the order they were added, and the totals", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2, font: 1, notebook: 3 });
  await addLine(merchant, cartId, "poster", 1);
  expect(dataOf(await getCart(merchant, cartId))).toEqual({
    id: cartId,
    storeId: merchant.store.id,
    lines: [lineOf(merchant, "poster", 3), lineOf(merchant, "font", 1), lineOf(merchant, "notebook", 3)],
    totals: {
      subtotal: 3 * 2400 + 4900 + 3 * 1250,
      total: 3 * 2400 + 4900 + 3 * 1250,
      currency: "eur",
      hasUnavailableLines: false,
    },
  });
});

test("200 totals at current prices", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2 });
  const totalNow = async () => dataOf(await getCart(merchant, cartId)).totals.total;
  expect(await totalNow()).toBe(4800);
  await world.services.database.products.import(
    merchant.store.id,
    withChange("poster", { priceInCents: 2501 }),
  );
  expect(await totalNow()).toBe(5002);
});

test("200 current names and pictures", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const changes = { name: "Ferry Poster", imageUrl: "https://harbour.example/ferry.jpg" };
  await world.services.database.products.import(merchant.store.id, withChange("poster", changes));
  expect(dataOf(await getCart(merchant, cartId)).lines).toEqual([
    { ...lineOf(merchant, "poster", 1), ...changes },
  ]);
});

test("200 the same content, built once, until the cart or one of its products changes", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  const caller = { keyId: "key_1", storeId: merchant.store.id };
  const read = async () => {
    const answer = await getCartHandler({ path: { cartId }, caller } as Input<"getCart">, world.services);
    if (answer.status !== 200) throw new Error("It should have been found.");
    return answer.body;
  };
  // When the process reads the revision from the store's creation, it empties the cache once more.
  const readTwice = async () => {
    let body = await read();
    await expect
      .poll(async () => {
        const before = body;
        body = await read();
        return body === before;
      })
      .toBe(true);
    return body;
  };
  const first = await readTwice();
  expect(Object.isFrozen(first) && Object.isFrozen(first.data.lines[0])).toBe(true);
  await setLine(merchant, cartId, "poster", 2);
  expect((await readTwice()).data.totals.total).toBe(4800);
  await world.services.database.products.import(
    merchant.store.id,
    withChange("poster", { priceInCents: 2500 }),
  );
  expect((await read()).data.totals.total).toBe(5000);
});

test.each([
  ["has been taken off sale", { isActive: false }],
  ["has another currency now", { currency: "usd" }],
])(
  "200 with a line whose product %s, which counts in the totals and which only checkout refuses",
  async (_, change) => {
    const merchant = await world.merchant();
    const cartId = await cartWith(merchant, { poster: 2, font: 1 });
    await world.services.database.products.import(merchant.store.id, withChange("poster", change));
    const { lines, totals } = dataOf(await getCart(merchant, cartId));
    expect(lines).toEqual([
      { ...lineOf(merchant, "poster", 2), isActive: false, isAvailable: false },
      lineOf(merchant, "font", 1),
    ]);
    expect(totals).toMatchObject({ subtotal: 2 * 2400 + 4900, hasUnavailableLines: true });
  },
);

test("200 with a line whose product is gone: its name when it was last added, and no price", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 2 });
  await world.services.database.products.import(
    merchant.store.id,
    withChange("poster", { name: "New name" }),
  );
  await addLine(merchant, cartId, "poster", 1);
  await setLine(merchant, cartId, "poster", 2);
  const { lines, totals } = await world.withServices(
    (services) => ({
      ...services,
      database: {
        ...services.database,
        products: { ...services.database.products, ofCart: async () => new Map() },
      },
    }),
    async () => dataOf(await getCart(merchant, cartId)),
  );
  const gone = {
    name: "New name",
    options: [],
    unitPriceInCents: 0,
    lineTotalInCents: 0,
    imageUrl: null,
    isActive: false,
    isAvailable: false,
  };
  expect(lines).toEqual([{ productId: productId(merchant, "poster"), quantity: 2, ...gone }]);
  expect(totals).toEqual({ subtotal: 0, total: 0, currency: "eur", hasUnavailableLines: true });
});

test("200 with a line from an earlier version, whose product is gone and whose name isn't known", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  const address = { storeId: merchant.store.id, cartId };
  await world.services.database.carts.change(address, () => [{ productId: "prod_gone", quantity: 1 }]);
  expect(dataOf(await getCart(merchant, cartId)).lines).toMatchObject([
    { name: "prod_gone", isActive: false },
  ]);
});

test("200 totals beyond 32 bits", async () => {
  const merchant = await world.merchant({}, withChange("poster", { priceInCents: 99_999_999 }));
  const cartId = await cartWith(merchant, { poster: 999 });
  expect(dataOf(await getCart(merchant, cartId)).totals.total).toBe(99_999_999 * 999);
});

test("404 NOT_FOUND for an unknown id", async () => {
  const merchant = await world.merchant();
  expect(answerOf(await getCart(merchant, "cart_00000000000000000000000000"))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for another store's cart, in the same words as for one that doesn't exist", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const cartId = await newCart(merchant);
  const foreign = await getCart(stranger, cartId);
  const unknown = await getCart(stranger, "cart_unknown");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
});

test("404 NOT_FOUND once 30 days have passed since the last write, and not before", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  world.clock.now += 30 * day - 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
  world.clock.now += 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test.each<[string, (merchant: Merchant, cartId: string) => Promise<unknown>]>([
  ["adding a line", (merchant, cartId) => addLine(merchant, cartId, "notebook")],
  ["setting a line", (merchant, cartId) => setLine(merchant, cartId, "poster", 5)],
  ["removing a line", (merchant, cartId) => removeLine(merchant, cartId, "poster")],
  ["clearing", (merchant, cartId) => clear(merchant, cartId)],
])("200 for another 30 days after %s", async (_, write) => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  world.clock.now += 20 * day;
  await write(merchant, cartId);
  world.clock.now += 30 * day - 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("200");
  world.clock.now += 1;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND even if it has been read in the meantime, since reading doesn't extend it", async () => {
  const merchant = await world.merchant();
  const cartId = await newCart(merchant);
  world.clock.now += 20 * day;
  await getCart(merchant, cartId);
  world.clock.now += 10 * day;
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

test("404 NOT_FOUND for every operation on an expired cart", async () => {
  const merchant = await world.merchant();
  const cartId = await cartWith(merchant, { poster: 1 });
  world.clock.now += 30 * day;
  expect(answerOf(await addLine(merchant, cartId, "poster"))).toBe("404 NOT_FOUND");
  expect(answerOf(await setLine(merchant, cartId, "poster", 2))).toBe("404 NOT_FOUND");
  expect(answerOf(await removeLine(merchant, cartId, "poster"))).toBe("404 NOT_FOUND");
  expect(answerOf(await clear(merchant, cartId))).toBe("404 NOT_FOUND");
  expect(answerOf(await getCart(merchant, cartId))).toBe("404 NOT_FOUND");
});

testNotModified(world, async (merchant) => `/v1/cart/${await cartWith(merchant, { poster: 2 })}`);
testCommonRefusals(world, "getCart");
testEveryResponse(world, "getCart");
