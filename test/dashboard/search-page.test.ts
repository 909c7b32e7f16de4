import { afterAll, beforeAll, expect, test } from "vitest";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let reader: Visitor;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  reader = await signedIn(world, { storeId: merchant.store.id, role: "read_only" });
});
afterAll(() => world.close());

const home = () => `/dashboard/stores/${merchant.store.slug}`;
const search = async (text: string) =>
  (await reader.get(`${home()}/search?${new URLSearchParams({ q: text })}`)).text;

/** The headings of the parts that found something. */
const partsOf = (text: string) =>
  [...text.matchAll(/<div class="card-head"><h2>(\w+)/g)].map(([, name]) => name);

test("every page has the search, and a text finds orders, products and customers", async () => {
  const order = await buy(merchant, { poster: 1 });
  await world.services.database.orders.fulfil(
    { storeId: merchant.store.id, orderId: order.id },
    { fulfilled: true, tracking: { number: "RR77IE", carrier: null, url: null } },
  );
  expect((await reader.get(`${home()}/audit`)).text).toContain(`action="${home()}/search"`);
  const email = order.customerEmail ?? "";
  const ofBuyer = await search(email);
  expect(partsOf(ofBuyer)).toEqual(["Orders", "Customers"]);
  expect(ofBuyer).toContain(`${home()}/orders/${order.id}`);
  expect(ofBuyer).toContain(`${home()}/orders?${new URLSearchParams({ q: email.toLowerCase() })}`);
  for (const text of [`#${order.number}`, String(order.number), "RR77IE", order.id]) {
    const page = await search(text);
    expect([text, partsOf(page), page.includes(order.id)]).toEqual([text, ["Orders"], true]);
  }
  const name = (order.customerName ?? "").toUpperCase();
  expect([name, partsOf(await search(name))]).toEqual([name, ["Orders", "Customers"]]);
  expect(partsOf(await search(email.slice(0, email.indexOf("@") + 1)))).toEqual(["Customers"]);
  for (const text of ["tide post", "poster"]) expect(partsOf(await search(text))).toEqual(["Products"]);
});

test("a product is found by its SKU", async () => {
  const [product] =
    (await world.services.database.managedProducts.list({ storeId: merchant.store.id, limit: 1 }))
      ?.products ?? [];
  await world.services.database.managedProducts.edit(
    { storeId: merchant.store.id, product: product?._id ?? "" },
    (current) => ({ ...current, sku: "TIDE-A3" }),
  );
  expect(partsOf(await search("tide-a3"))).toContain("Products");
  expect(partsOf(await search("tide-a4"))).toEqual([]);
});

test("shows five of each kind, and links to the others", async () => {
  for (let n = 0; n < 5; n++) await buy(merchant, { poster: 1 });
  const { customerEmail } = await buy(merchant, { poster: 1 });
  const page = await search(customerEmail ?? "");
  expect(page.match(/<tr><th scope="row"><a href="[^"]+\/orders\/order_/g)).toHaveLength(5);
  expect(page).toContain(
    `href="${home()}/orders?${new URLSearchParams({ q: customerEmail ?? "" })}">All matching orders`,
  );
});

test("says what can be found when nothing was, and escapes the text", async () => {
  const page = await search("<script>alert(1)</script>");
  expect(page).toContain("Nothing found for “&lt;script&gt;alert(1)&lt;/script&gt;”");
  expect(page).not.toContain("<script>alert");
  expect((await reader.get(`${home()}/search`)).text).toContain("Search the store");
  for (const text of ["%", "_", "x".repeat(5000)]) expect(partsOf(await search(text))).toEqual([]);
});

test("finds nothing of another store", async () => {
  const other = await world.merchant();
  const order = await buy(other, { poster: 1 });
  for (const text of [order.id, other.store.name])
    expect(await search(text)).not.toContain(`orders/${order.id}`);
});
