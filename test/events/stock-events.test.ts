import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type EventReceiver, startEventReceiver } from "../helpers/event-receiver.ts";
import { buy, productId } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
let receiver: EventReceiver;
beforeAll(async () => {
  world = await startWorld();
  receiver = await startEventReceiver();
});
afterAll(async () => {
  await receiver.close();
  await world.close();
});
beforeEach(async () => {
  merchant = await world.merchant();
  await world.services.database.eventEndpoints.add({
    storeId: merchant.store.id,
    url: receiver.url,
    secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    types: ["product.stock_low"],
  });
});

async function sent() {
  await world.dispatch();
  return receiver.received
    .splice(0)
    .flatMap(({ body }) => (body.type === "product.stock_low" ? [[body.data._id, body.data.stock]] : []));
}

test("product.stock_low is sent once for a product that an import makes low", async () => {
  const [poster, notebook] = sampleProducts;
  if (!poster || !notebook) throw new Error("There are no sample products.");
  const { products } = world.services.database;
  const importing = (stock: number) =>
    products.import(
      merchant.store.id,
      [
        { ...poster, stock },
        { ...notebook, stock: 50 },
      ],
      undefined,
      undefined,
      {
        leftOut: [],
        offSale: [],
        changesStock: true,
      },
    );
  await importing(9);
  expect(await sent()).toEqual([]);
  await importing(3);
  await importing(2);
  expect(await sent()).toEqual([[productId(merchant, "poster"), 3]]);
});

test("product.stock_low is sent once when five or fewer are left, and again after restocking", async () => {
  const product = { storeId: merchant.store.id, productId: productId(merchant, "poster") };
  const { stockLevels } = world.services.database;
  await stockLevels.change(product, { to: 8 });
  await buy(merchant, { poster: 2 });
  expect(await sent()).toEqual([]);
  await buy(merchant, { poster: 1 });
  expect(await sent()).toEqual([[product.productId, 5]]);
  await buy(merchant, { poster: 1 });
  expect(await sent()).toEqual([]);
  await stockLevels.change(product, { by: 10 });
  await stockLevels.change(product, { to: 3 });
  expect(await sent()).toEqual([[product.productId, 3]]);
});
