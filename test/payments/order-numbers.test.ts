import { afterAll, beforeEach, expect, test } from "vitest";
import { buy, cartWith, dataOf, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld();
afterAll(() => world.close());

let merchant: Merchant;
beforeEach(async () => {
  merchant = await world.merchant();
});

async function list(query: { number?: number } = {}, of = merchant) {
  return dataOf(await of.client.GET("/v1/orders", { params: { query: { limit: 100, ...query } } }));
}

const numbers = async () => (await list()).map(({ number }) => number);

let events = 0;
/** Takes the numbers of these orders away, as if the previous version had recorded them. */
async function forgetNumbers(ids: string[]): Promise<void> {
  await world.services.database.providerEvents.accept({ id: `evt_${++events}`, type: "test" }, async (db) => {
    await db.updateTable("orders").set({ number: null }).where("id", "in", ids).execute();
  });
}

async function sell(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    world.clock.now += 1000;
    ids.push((await buy(merchant, { font: 1 })).id);
  }
  return ids;
}

test("orders are numbered from 1001 in each store", async () => {
  const other = await world.merchant();
  await sell(2);
  await buy(other, { font: 1 });
  await sell(1);
  expect(await numbers()).toEqual([1003, 1002, 1001]);
  expect((await list({}, other)).map(({ number }) => number)).toEqual([1001]);
});

test("an order is found by its number, another store's isn't", async () => {
  const [first] = await sell(2);
  expect((await list({ number: 1001 })).map(({ id }) => id)).toEqual([first]);
  expect(await list({ number: 1003 })).toEqual([]);
  expect(await list({ number: 1001 }, await world.merchant())).toEqual([]);
});

test("buyers at the same moment get different numbers", async () => {
  const carts = await Promise.all(Array.from({ length: 12 }, () => cartWith(merchant, { font: 1 })));
  const sessions = await Promise.all(carts.map(async (cartId) => pay(await paymentPage(merchant, cartId))));
  await Promise.all(sessions.map((id) => readSession(merchant, id)));
  const found = (await numbers()).map(Number).toSorted((a, b) => a - b);
  expect(found).toEqual(Array.from({ length: 12 }, (_, n) => 1001 + n));
});

test("the sweeper numbers the orders of earlier versions in the order of recording", async () => {
  const ids = await sell(4);
  await forgetNumbers(ids);
  expect(await numbers()).toEqual([null, null, null, null]);
  await world.sweep();
  expect((await list()).map(({ id, number }) => [id, number])).toEqual(
    ids.map((id, n) => [id, 1001 + n]).toReversed(),
  );
});

test("null after an order that the previous version has recorded, so that numbers ascend", async () => {
  const [, old] = await sell(2);
  await forgetNumbers([old ?? ""]);
  await sell(1);
  expect(await numbers()).toEqual([null, null, 1001]);
  await world.sweep();
  expect(await numbers()).toEqual([1003, 1002, 1001]);
  await sell(1);
  expect((await numbers())[0]).toBe(1004);
});
