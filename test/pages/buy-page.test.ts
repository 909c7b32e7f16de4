import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pay, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  await setSlug(merchant, "poster", "tide-poster");
});
afterAll(() => world.close());

async function setSlug({ store, products }: Merchant, reference: string, slug: string): Promise<void> {
  const address = { storeId: store.id, product: products[reference] ?? "" };
  await world.services.database.managedProducts.edit(address, ({ stock: _, ...current }) => ({
    ...current,
    slug,
  }));
}

const pathOf = ({ store }: Merchant, slug = "tide-poster") => `/buy/${store.slug}/${slug}`;
const get = (path: string) => fetch(world.url + path);

function buy(path: string, fields: Record<string, string>): Promise<Response> {
  return fetch(world.url + path, { method: "POST", redirect: "manual", body: new URLSearchParams(fields) });
}

describe("a product's page", () => {
  test("shows the product with its price, and leads to a payment page that makes an order", async () => {
    const page = await get(pathOf(merchant));
    const text = await page.text();
    expect(page.status).toBe(200);
    for (const part of ["Tide Poster", "€24.00", "Harbour Press", "Continue to payment"])
      expect(text).toContain(part);
    const product = merchant.products.poster ?? "";
    expect(text).toContain(`name="product" value="${product}"`);
    const sent = await buy(pathOf(merchant), { product, quantity: "2", country: "IE", code: "" });
    expect(sent.status).toBe(303);
    const sessionId = await pay(sent.headers.get("location") ?? "");
    expect(await readSession(merchant, sessionId)).toMatchObject({
      status: "complete",
      lines: [{ name: "Tide Poster", quantity: 2 }],
    });
  });

  test.each([
    [{ quantity: "0" }, "Choose from 1 to 99.", "quantity"],
    [{ quantity: "many" }, "Choose from 1 to 99.", "quantity"],
    [{ code: "NOSUCHCODE" }, "There is no promotion code “NOSUCHCODE”.", "code"],
    [{ country: "XX" }, "The shop doesn’t ship to this country.", "country"],
  ])("says above the form why %j can't be bought, and marks the field", async (fields, why, field) => {
    const product = merchant.products.poster ?? "";
    const response = await buy(pathOf(merchant), {
      product,
      quantity: "3",
      country: "IE",
      code: "",
      ...fields,
    });
    const text = await response.text();
    expect([response.status >= 400 && response.status < 500, text.includes('role="alert"')]).toEqual([
      true,
      true,
    ]);
    expect(text).toContain(why);
    expect(text).toMatch(new RegExp(`name="${field}"[^>]* aria-invalid="true"[^>]* autofocus`));
    if (field !== "country") expect(text).toContain('<option value="IE" selected>');
  });

  test("400 for a product that isn't one of the page's", async () => {
    const response = await buy(pathOf(merchant), { product: "prod_other", quantity: "1" });
    expect([response.status, (await response.text()).includes("Choose what to buy.")]).toEqual([400, true]);
  });

  test("asks for the country when shipping depends on it", async () => {
    const other = await world.merchant();
    await setSlug(other, "poster", "tide-poster");
    const { id: storeId, currency } = other.store;
    const rate = {
      ...{ name: "Ireland", priceInCents: 500, countries: ["ie"] },
      ...{ days: null, freeFromInCents: null },
    };
    await world.services.database.shippingRates.add({ storeId, currency }, rate);
    const product = other.products.poster ?? "";
    const text = await (await buy(pathOf(other), { product, quantity: "1", country: "" })).text();
    expect(text).toContain("Choose the country, because shipping depends on it.");
    expect(text).toMatch(/name="country"[^>]* aria-invalid="true"/);
  });

  test("404 for an unknown product, one that isn't for sale, and an unknown store", async () => {
    for (const path of [pathOf(merchant, "unknown"), "/buy/unknown/tide-poster"]) {
      expect((await get(path)).status).toBe(404);
    }
    const other = await world.merchant();
    await setSlug(other, "poster", "gone");
    const address = { storeId: other.store.id, product: other.products.poster ?? "" };
    await world.services.database.managedProducts.edit(address, ({ stock: _, ...one }) => ({
      ...one,
      isActive: false,
    }));
    expect((await get(pathOf(other, "gone"))).status).toBe(404);
  });

  test.each([{ hasProductPages: false }, { isPublished: false }])(
    "404 if the store is %j",
    async (change) => {
      const other = await world.merchant(change);
      await setSlug(other, "poster", "tide-poster");
      expect((await get(pathOf(other))).status).toBe(404);
    },
  );

  test("offers no payment while the store can't take any", async () => {
    const other = await world.merchant({ plan: "free" });
    await setSlug(other, "poster", "tide-poster");
    expect(await (await get(pathOf(other))).text()).toContain("can’t take payments right now");
    const product = other.products.poster ?? "";
    expect((await buy(pathOf(other), { product, quantity: "1" })).status).toBe(409);
  });
});
