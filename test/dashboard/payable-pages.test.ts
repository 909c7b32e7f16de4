import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { cartWith, isPayable, paymentPage } from "../helpers/shopping.ts";
import { type Merchant, sampleProducts, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let owner: Visitor;
let home: string;
let url: string;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  merchant = await world.merchant();
  const { id: storeId, slug } = merchant.store;
  home = `/dashboard/stores/${slug}`;
  owner = await signedIn(world, { storeId, role: "owner", email: `${slug}@example.com` });
  url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }));
});

async function takeOffSale() {
  const page = `${home}/products/${merchant.products.poster}`;
  return (await owner.get((await owner.submit(page, `${page}/active`)).location)).text;
}

async function deleteProduct() {
  const page = `${home}/products/${merchant.products.poster}/delete`;
  return (await owner.get((await owner.submit(page, page)).location)).text;
}

async function importOffSale() {
  const action = `${home}/products/import`;
  const body = new FormData();
  for (const [field, value] of Object.entries(hiddenFields((await owner.get(action)).text, action))) {
    body.set(field, value);
  }
  body.set("file", new File([JSON.stringify([{ ...sampleProducts[0], isActive: false }])], "products.json"));
  const headers = { origin: "http://counterpart.test" };
  return (await owner.send(action, { method: "POST", body, headers })).text;
}

async function unpublish() {
  const { location } = await owner.submit(`${home}/settings`, `${home}/publishing`);
  return (await owner.get(location)).text;
}

async function disconnect() {
  const payments = `${home}/payments`;
  return (await owner.get((await owner.submit(payments, `${payments}/disconnect`)).location)).text;
}

const changes: [string, () => Promise<string>, string][] = [
  ["a product is taken off sale", takeOffSale, "The product is no longer for sale."],
  ["a product is deleted", deleteProduct, "Tide Poster was deleted."],
  ["an import takes a product off sale", importOffSale, "Import complete"],
  ["the store is unpublished", unpublish, "The store is offline."],
  ["payments are stopped", disconnect, "The store no longer accepts payments."],
];

test.each(changes)("an open payment page is closed when %s", async (_, change, confirmation) => {
  const text = await change();
  expect(text).toContain(confirmation);
  expect(text).not.toContain("still open");
  expect(await isPayable(url)).toBe(false);
});

test.each(changes)(
  "if the provider can't be reached when %s, the page says until when pages can be paid",
  async (_, change, confirmation) => {
    world.stripe.fail({ how: "drop", method: "POST", path: "/v1/checkout/sessions/", requests: 20 });
    const text = await change();
    world.stripe.clearFailures();
    expect(text).toContain(confirmation);
    expect(text).toContain("1 payment page is still open, and can be paid until 10:31 UTC.");
    expect(await isPayable(url)).toBe(true);
  },
);
