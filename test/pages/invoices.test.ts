import { afterAll, beforeAll, expect, test } from "vitest";
import { buy, cartWith, dataOf, openCheckout, orderOf, pay, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
let merchant: Merchant;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant({ createsInvoices: true });
});
afterAll(() => world.close());

const dayMs = 24 * 60 * 60 * 1000;

async function newPath(orderId: string): Promise<string> {
  const address = { storeId: merchant.store.id, orderId };
  return `/invoices/${(await world.services.database.invoiceLinks.create(address)).token}`;
}
const get = (path: string, language?: string) =>
  fetch(world.url + path, {
    redirect: "manual",
    headers: language === undefined ? {} : { "Accept-Language": language },
  });

test("302 to the provider's page as it is now, which is neither cached nor logged", async () => {
  const { id } = await buy(merchant, { poster: 1 });
  const path = await newPath(id);
  const response = await get(path);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  const location = response.headers.get("Location") ?? "";
  expect([response.status, await (await fetch(location)).text()]).toEqual([
    302,
    expect.stringContaining("Tide Poster"),
  ]);
  await get(`${path}/more`);
  const log = world.logLines.join("");
  expect(log).not.toContain(path.split("/").at(-1));
  expect(log).not.toContain(new URL(location).pathname);
});

test("404 in the order's language while there is no invoice", async () => {
  const { slug } = merchant.store;
  await world.services.database.stores.update(slug, { createsInvoices: false });
  const opened = await openCheckout(merchant, await cartWith(merchant, { font: 1 }), { locale: "de" });
  await world.services.database.stores.update(slug, { createsInvoices: true });
  const sessionId = await pay(dataOf(opened).url);
  await readSession(merchant, sessionId);
  const response = await get(await newPath((await orderOf(merchant, sessionId)).id), "fr");
  expect(response.status).toBe(404);
  const text = await response.text();
  expect(text).toContain('<html lang="de">');
  expect(text).toContain("Es gibt noch keine Rechnung");
});

test("410 after thirty days and for a token that was never made, with the same page in the browser's language", async () => {
  const { id } = await buy(merchant, { font: 1 });
  const path = await newPath(id);
  const now = world.clock.now;
  world.clock.now += 30 * dayMs - 1;
  expect((await get(path)).status).toBe(302);
  world.clock.now += 1;
  const late = await get(path, "es-MX, en;q=0.5");
  world.clock.now = now;
  const madeUp = await get(`/invoices/ivl_${"0".repeat(26)}`, "es-MX, en;q=0.5");
  expect([late.status, madeUp.status]).toEqual([410, 410]);
  const text = await late.text();
  expect(text).toContain("Este enlace a la factura no funciona");
  expect(await madeUp.text()).toBe(text);
  expect(await (await get("/invoices/..%2f1")).text()).toContain("This invoice link doesn’t work");
});

test("410 once the buyer was erased, whose data the invoice has", async () => {
  const { id, customerEmail } = await buy(merchant, { font: 1 });
  const path = await newPath(id);
  expect((await get(path)).status).toBe(302);
  await world.services.database.buyers.erase(
    merchant.store.id,
    { email: customerEmail ?? "" },
    world.clock.now,
  );
  expect((await get(path)).status).toBe(410);
});

test("500 with Retry-After while the provider can't be reached", async () => {
  const { id } = await buy(merchant, { font: 1 });
  const path = await newPath(id);
  world.stripe.fail({ how: 500, requests: 5, path: "/v1/checkout/sessions" });
  const response = await get(path);
  expect([response.status, response.headers.get("Retry-After")]).toEqual([500, "30"]);
  expect(await response.text()).toContain("One moment, please");
});
