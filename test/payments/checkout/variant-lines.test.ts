import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { smtpSender } from "../../../server/events/mail/smtp.ts";
import { signedIn, type Visitor } from "../../dashboard/dashboard-visitor.ts";
import { type EventReceiver, startEventReceiver } from "../../helpers/event-receiver.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { giveFile } from "../../helpers/product-files.ts";
import {
  addLine,
  buy,
  cartWith,
  dataOf,
  getCart,
  openCheckout,
  orderOf,
  pay,
  paymentPage,
  productId,
  readSession,
} from "../../helpers/shopping.ts";
import { blankProduct, type Merchant, startWorld, type World } from "../../helpers/world.ts";

const group = { slug: "lambswool-scarf", name: "Lambswool scarf" };
const colour = (value: string) => [{ name: "Colour", value }];
const variants = ["Red", "Green"].map((value) => ({
  ...blankProduct,
  reference: value.toLowerCase(),
  name: "Lambswool scarf",
  priceInCents: 4200,
  type: "physical" as const,
  group,
  options: colour(value),
}));
const pattern = {
  ...blankProduct,
  name: "Pattern",
  priceInCents: 500,
  type: "digital" as const,
  group: null,
};
const products = [
  ...variants,
  { ...pattern, reference: "pattern", options: colour("Blue") },
  // As the Shopify import names a variant.
  {
    ...pattern,
    reference: "card",
    name: "Card – A4 / Sea grey",
    options: [...colour("A4"), ...colour("Sea grey")],
  },
];
const both = ["Lambswool scarf – Red", "Lambswool scarf – Green"];

let world: World;
let mailServer: MailServer;
let receiver: EventReceiver;
let merchant: Merchant;
let visitor: Visitor;
let home: string;
beforeAll(async () => {
  [mailServer, receiver] = [await startMailServer(), await startEventReceiver()];
  world = await startWorld({ sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  merchant = await world.merchant({ emailsBuyers: true }, products);
  await giveFile(world, merchant, "pattern", { name: "scarf.pdf", content: "Knit two." });
  visitor = await signedIn(world, { storeId: merchant.store.id, role: "staff" });
  home = `/dashboard/stores/${merchant.store.slug}/orders`;
});
afterAll(async () => {
  await world.close();
  await mailServer.close();
  await receiver.close();
});

const optionsOf = (lines: { options: unknown }[]) => lines.map(({ options }) => options);
const database = () => world.services.database;

const recolour = (shop: Merchant, reference: string, value: string) =>
  database().managedProducts.edit(
    { storeId: shop.store.id, product: reference },
    ({ _id, version, ...product }) => ({ ...product, options: colour(value) }),
  );

async function buyBoth(locale?: "de" | "en" | "es" | "fr") {
  const cartId = await cartWith(merchant, { red: 1, green: 2, pattern: 1 });
  const { url } = dataOf(await openCheckout(merchant, cartId, locale && { locale }));
  const sessionId = await pay(url);
  const session = await readSession(merchant, sessionId);
  return { session, order: await orderOf(merchant, sessionId) };
}

describe("variants of one name can be distinguished", () => {
  test("in the cart, with their current options, and with the last known ones once they are gone", async () => {
    const shop = await world.merchant({}, variants);
    const cartId = await cartWith(shop, { red: 1, green: 1 });
    const lines = async () => dataOf(await getCart(shop, cartId)).lines;
    expect((await lines()).map(({ name }) => name)).toEqual(["Lambswool scarf", "Lambswool scarf"]);
    expect(optionsOf(await lines())).toEqual([colour("Red"), colour("Green")]);
    await recolour(shop, "red", "Crimson");
    expect(optionsOf(await lines())).toEqual([colour("Crimson"), colour("Green")]);
    dataOf(await addLine(shop, cartId, "red"));
    for (const reference of ["red", "green"]) {
      const path = { productId: productId(shop, reference) };
      await shop.client.DELETE("/v1/products/{productId}", { params: { path } });
    }
    expect(optionsOf(await lines())).toEqual([colour("Crimson"), colour("Green")]);
    const { error } = await openCheckout(shop, cartId);
    expect(error?.error).toContain('"Lambswool scarf – Crimson" is no longer for sale.');
  });

  test("on the payment page", async () => {
    const page = await (
      await fetch(await paymentPage(merchant, await cartWith(merchant, { red: 1, green: 1 })))
    ).text();
    for (const name of both) expect(page).toContain(name);
  });

  test("in the session, the order and their event, as they were sold", async () => {
    const shop = await world.merchant({}, variants);
    await database().eventEndpoints.add({
      ...{ storeId: shop.store.id, url: receiver.url, types: null },
      secret: "whsec_bm90IHVzZWQgYW55d2hlcmUgZWxzZSE=",
    });
    const cartId = await cartWith(shop, { red: 1, green: 1 });
    const sessionId = await pay(await paymentPage(shop, cartId));
    await recolour(shop, "red", "Grey");
    const sold = [colour("Red"), colour("Green")];
    expect(optionsOf((await readSession(shop, sessionId)).lines)).toEqual(sold);
    const order = await orderOf(shop, sessionId);
    expect(optionsOf(order.lines)).toEqual(sold);
    await world.dispatch();
    const events = receiver.received.map(({ body }) => body).filter(({ type }) => type === "order.paid");
    expect(events).toMatchObject([{ data: { lines: sold.map((options) => ({ options })) } }]);
  });

  test("on the buyer's page", async () => {
    const { session } = await buyBoth();
    const page = await (await fetch(`${world.url}/checkout/success?session_id=${session.id}`)).text();
    for (const name of [...both, "Pattern – Blue"]) expect(page).toContain(name);
  });

  test.each(["en", "de", "fr", "es"] as const)("in the mails in %s", async (locale) => {
    await world.sendMails();
    mailServer.received.splice(0);
    const { order } = await buyBoth(locale);
    await database().orders.fulfil({ storeId: merchant.store.id, orderId: order.id }, { fulfilled: true });
    await world.sendMails();
    const mails = mailServer.received.splice(0).map(({ email }) => email);
    expect(mails).toHaveLength(2);
    for (const { text, html } of mails) {
      for (const name of both) {
        expect(text).toContain(name);
        expect(html).toContain(name);
      }
    }
    expect(mails.filter(({ text }) => text?.includes("Pattern – Blue ("))).toHaveLength(1);
  });

  test("in the dashboard: list, order, forms, slip and pick list", async () => {
    const { order } = await buyBoth();
    const page = `${home}/${order.id}`;
    expect((await visitor.get(home)).text).toContain("1 × Lambswool scarf – Red and 2 more");
    for (const path of [page, `${page}/slip`, `${home}/pick-list`]) {
      const { text } = await visitor.get(path);
      for (const name of both) expect(text).toContain(name);
    }
    const { text } = await visitor.get(page);
    expect(text).toMatch(/<label for="quantity-[^"]+">Lambswool scarf – Green<\/label>/);
    expect(text).toContain('aria-label="Return: Lambswool scarf – Green"');
  });

  test("when orders are searched and exported", async () => {
    const shop = await world.merchant({}, products);
    const sell = (reference: string) => buy(shop, { [reference]: 1 });
    const [red, , card] = [await sell("red"), await sell("green"), await sell("card")];
    const found = async (search: string) =>
      (await database().orders.list({ storeId: shop.store.id, search }))?.orders.map(({ id }) => id);
    expect(await found("RED")).toEqual([red.id]);
    expect(await found("sea")).toEqual([card.id]);
    const { ordersCsv, orderPages } = await import("../../../server/merchants/orders/orders-csv.ts");
    let csv = "";
    for await (const chunk of ordersCsv(orderPages(database(), { storeId: shop.store.id }))) csv += chunk;
    expect(csv).toContain("1 × Lambswool scarf – Red,");
    expect(csv).toContain("1 × Card – A4 / Sea grey,");
  });

  test("when one of them is sold out", async () => {
    const shop = await world.merchant({}, variants);
    for (const [reference, to] of [
      ["red", 0],
      ["green", 1],
    ] as const) {
      const product = { storeId: shop.store.id, productId: productId(shop, reference) };
      await database().stockLevels.change(product, { to });
    }
    const { error } = await openCheckout(shop, await cartWith(shop, { red: 1, green: 2 }));
    expect(error?.error).toBe(
      '"Lambswool scarf – Red" is sold out. Only 1 of "Lambswool scarf – Green" is left. Change the cart.',
    );
  });

  test("when more is sent than was sold", async () => {
    const { order } = await buyBoth();
    const lines = [{ productId: productId(merchant, "green"), quantity: 3 }];
    const path = { orderId: order.id };
    for (const answer of [
      await merchant.client.POST("/v1/orders/{orderId}/parcels", { params: { path }, body: { lines } }),
      await merchant.client.POST("/v1/orders/{orderId}/returns", { params: { path }, body: { lines } }),
    ]) {
      expect(answer.error?.error).toContain('Only 2 of "Lambswool scarf – Green"');
    }
  });
});
