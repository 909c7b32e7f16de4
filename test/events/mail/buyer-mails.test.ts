import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smtpSender } from "../../../server/events/mail/smtp.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { giveFile } from "../../helpers/product-files.ts";
import { cartWith, dataOf, openCheckout, orderOf, pay, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
  world = await startWorld({ sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  const name = "Zoë’s “Harbour”, Press";
  merchant = await world.merchant({ name, emailsBuyers: true, contactEmail: "hello@harbour.example" });
});
afterEach(async () => {
  await world.close();
  await mailServer.close();
});

type Locale = NonNullable<NonNullable<Parameters<typeof openCheckout>[2]>["locale"]>;

/** Buys, and returns the order. */
async function buyIn(locale: Locale | undefined, products: Record<string, number> = { poster: 2, font: 1 }) {
  const opened = await openCheckout(merchant, await cartWith(merchant, products), locale && { locale });
  const sessionId = await pay(dataOf(opened).url);
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}

async function arrived() {
  await world.sendMails();
  return mailServer.received.splice(0).map(({ email }) => email);
}

/** White space as an ordinary space: numbers are formatted with several kinds. */
const plain = (text: string | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ");
const ship = (orderId: string, tracking: { carrier: string; number: string; url: string } | null) =>
  world.services.database.orders.fulfil(
    { storeId: merchant.store.id, orderId },
    { fulfilled: true, tracking },
  );
const dayMs = 24 * 60 * 60 * 1000;
const linksIn = (text: string | undefined) => text?.match(/http:\S+\/downloads\/dl_[0-9a-z]{26}/g) ?? [];
/** The status and content of a download at a time. */
async function downloadAt(link: string, at = world.clock.now): Promise<[number, string]> {
  const { now } = world.clock;
  world.clock.now = at;
  const response = await fetch(link.replace("http://counterpart.test", world.url));
  world.clock.now = now;
  return [response.status, await response.text()];
}
const tracking = { carrier: "An Post", number: "RR1234", url: "https://track.example/RR1234?a=1&b=2" };

describe("a mail to a buyer", () => {
  test("confirms a paid order in the store's name, as text and HTML", async () => {
    const order = await buyIn(undefined);
    await world.sendMails();
    const [{ from, to, email } = {}, ...others] = mailServer.received;
    expect(others).toEqual([]);
    expect({ from, to }).toEqual({ from: "orders@counterpart.test", to: ["ines@reader.example"] });
    expect(email).toMatchObject({
      from: { name: "Zoë’s “Harbour”, Press", address: "orders@counterpart.test" },
      to: [{ address: "ines@reader.example" }],
      replyTo: [{ address: "hello@harbour.example" }],
      subject: `Your order #${order.number}`,
      date: new Date(world.clock.now).toISOString(),
    });
    expect(email?.messageId).toMatch(/^<mail_[0-9a-z]{26}@counterpart\.test>$/);
    expect(email?.headers).toContainEqual(
      expect.objectContaining({ key: "auto-submitted", value: "auto-generated" }),
    );
    expect(plain(email?.text)).toBe(`Zoë’s “Harbour”, Press
Thank you for your order

We have received your order and your payment.

2 × Tide Poster: €48.00
1 × Typeface: €49.00
Total: €97.00

Order:
#1001

Shipping address:
Ines Duarte
7 Quay Street
H91 Y6P0 Galway
Ireland

If you have a question, reply to this email.
`);
    for (const part of ["Zoë’s “Harbour”, Press", "Tide Poster", "€97.00", "#1001", "Galway"])
      expect(plain(email?.html)).toContain(part);
    expect(email?.html).toContain('<html lang="en">');
  });

  test("names the shipping rate that the buyer chose", async () => {
    await world.services.database.shippingRates.add(
      { storeId: merchant.store.id, currency: "eur" },
      { name: "Express & <Co>", priceInCents: 1290, days: null, freeFromInCents: null, countries: null },
    );
    await buyIn("de");
    const [email] = await arrived();
    expect(plain(email?.text)).toContain("Versand: 12,90 €");
    expect(email?.text).toContain("\nVersand:\nExpress & <Co>\n");
    expect(email?.html).toContain("Express &amp; &lt;Co&gt;");
  });

  test.each([
    ["de", "Ihre Bestellung #1001", "Gesamtbetrag: 97,00 €", "Irland"],
    ["fr-CA", "Votre commande #1001", "Total: 97,00 €", "Irlande"],
    ["es-419", "Su pedido #1001", "Total: 97,00 €", "Irlanda"],
    ["pt", "Your order #1001", "Total: €97.00", "Ireland"],
  ] as const)("is in the checkout's language: %s", async (locale, subject, total, country) => {
    await buyIn(locale);
    const [email] = await arrived();
    expect(email?.subject).toBe(subject);
    expect(plain(email?.text)).toContain(total);
    expect(plain(email?.text)).toContain(country);
    expect(plain(email?.html)).toContain(country);
  });

  test.each([
    ["en", "Your downloads:", "Available until January 22, 2026 at 10:00 AM UTC."],
    ["de", "Ihre Downloads:", "Verfügbar bis 22. Januar 2026 um 10:00 UTC."],
    ["fr", "Vos téléchargements:", "Disponible jusqu’au 22 janvier 2026 à 10:00 UTC."],
    ["es", "Sus descargas:", "Disponible hasta el 22 de enero de 2026 a las 10:00 UTC."],
  ] as const)("links to the files of digital products for a week: %s", async (locale, heading, until) => {
    await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
    const { id } = await buyIn(locale);
    const [email] = await arrived();
    expect(plain(email?.text)).toContain(`${heading}\nTypeface (harbour.otf): http`);
    expect(plain(email?.text)).toContain(until);
    expect(plain(email?.html)).toContain(until);
    const links = linksIn(email?.text);
    expect(links).toHaveLength(1);
    expect(email?.html).toContain(`href="${links[0]}"`);
    const download = (at = world.clock.now) => downloadAt(links[0] ?? "", at);
    expect(await download(world.clock.now + 7 * dayMs - 1)).toEqual([200, "glyphs"]);
    expect(await world.services.database.downloads.counts(id)).toMatchObject([{ count: 1 }]);
    expect((await download(world.clock.now + 7 * dayMs))[0]).toBe(410);
    expect(world.logLines.join("")).not.toContain(links[0]?.split("/").at(-1));
  });

  test("that is sent again has new links, and none once the money has gone back", async () => {
    await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
    const order = await buyIn(undefined, { font: 1 });
    const [first] = await arrived();
    const again = async () => {
      const confirmation = { kind: "order_confirmation", eventKey: order.id } as const;
      const address = { storeId: merchant.store.id, orderId: order.id, ...confirmation };
      await world.services.database.mails.resend(address, { kind: "command_line", id: "test" });
      return (await arrived())[0];
    };
    world.clock.now += 30 * dayMs;
    const second = await again();
    const [old = "", fresh = ""] = [first, second].flatMap((email) => linksIn(email?.text));
    expect((await downloadAt(old))[0]).toBe(410);
    expect((await downloadAt(fresh))[0]).toBe(200);
    await world.stripe.refund(order.payments[0]?.id ?? "");
    await world.stripe.deliver();
    await arrived();
    expect((await downloadAt(fresh))[0]).toBe(410);
    const third = await again();
    expect(third?.text).toContain("Typeface");
    expect(linksIn(third?.text)).toEqual([]);
  });

  test.each([
    [
      "en",
      "Your invoice:\nView the invoice: http",
      "The link works until February 14, 2026 at 10:00 AM UTC.",
    ],
    [
      "de",
      "Ihre Rechnung:\nRechnung ansehen: http",
      "Der Link funktioniert bis 14. Februar 2026 um 10:00 UTC.",
    ],
    [
      "fr",
      "Votre facture:\nVoir la facture: http",
      "Le lien fonctionne jusqu’au 14 février 2026 à 10:00 UTC.",
    ],
    [
      "es",
      "Su factura:\nVer la factura: http",
      "El enlace funciona hasta el 14 de febrero de 2026 a las 10:00 UTC.",
    ],
  ] as const)("links to the invoice of a store that makes them: %s", async (locale, link, until) => {
    await world.services.database.stores.update(merchant.store.slug, { createsInvoices: true });
    await buyIn(locale);
    const [email] = await arrived();
    expect(plain(email?.text)).toContain(link);
    expect(plain(email?.text)).toContain(until);
    expect(plain(email?.html)).toContain(until);
    const [url = ""] = email?.text?.match(/http:\S+\/invoices\/ivl_\w+/) ?? [];
    expect(email?.html).toContain(`href="${url}"`);
    const response = await fetch(url.replace("http://counterpart.test", world.url), { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(email?.text).not.toContain(response.headers.get("Location"));
  });

  test("links to the invoice of a subscription, but of no other order of a store without invoices", async () => {
    await buyIn(undefined, { monthly: 1 });
    const [subscription] = await arrived();
    await buyIn(undefined, { font: 1 });
    const [single] = await arrived();
    expect(single?.text).toContain("Typeface");
    expect(subscription?.text).toContain("/invoices/ivl_");
    expect(single?.text).not.toContain("/invoices/");
  });

  test("says that an order was shipped, with the link to track it", async () => {
    const { id } = await buyIn("de");
    await arrived();
    await ship(id, tracking);
    const [email, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(email?.subject).toBe("Ihre Bestellung #1001 wurde versandt");
    expect(email?.text).toContain(tracking.url);
    expect(email?.html).toContain('href="https://track.example/RR1234?a=1&amp;b=2"');
    // The typeface isn't shipped.
    expect(email?.text).toContain("2 × Tide Poster");
    expect(email?.text).not.toContain("Typeface");
  });

  test("says that the rest follows, for each parcel but the last", async () => {
    const { id: orderId } = await buyIn(undefined);
    await arrived();
    const { orders } = world.services.database;
    const address = { storeId: merchant.store.id, orderId };
    const lines = [{ productId: merchant.products.poster ?? "", quantity: 1 }];
    await orders.ship(address, { lines, tracking });
    const [first, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(first?.text).toContain("1 × Tide Poster");
    expect(first?.text).toContain("The rest follows in another parcel.");
    expect(first?.text).toContain("RR1234");
    await orders.ship(address, { tracking: { ...tracking, number: "RR5678" } });
    const [second] = await arrived();
    expect(second?.text).toContain("1 × Tide Poster");
    expect(second?.text).not.toContain("The rest follows");
    expect(second?.text).toContain("RR5678");
    expect(second?.messageId).not.toBe(first?.messageId);
  });

  test("doesn't link to anything but a web address", async () => {
    const { id } = await buyIn(undefined);
    await arrived();
    await ship(id, { ...tracking, url: "javascript:alert(1)" });
    const [email] = await arrived();
    expect(email?.html).toContain("RR1234");
    expect(email?.html).not.toContain("javascript:");
  });

  test("isn't sent for goods that aren't shipped, beside the confirmation", async () => {
    const { id } = await buyIn(undefined, { font: 1 });
    expect(await arrived()).toHaveLength(1);
    await ship(id, null);
    expect(await arrived()).toEqual([]);
  });

  test("is sent again for an order that is shipped again, but not for one that was undone", async () => {
    const { id } = await buyIn(undefined);
    await arrived();
    const { orders } = world.services.database;
    const address = { storeId: merchant.store.id, orderId: id };
    await ship(id, null);
    await orders.fulfil(address, { fulfilled: false });
    expect(await arrived()).toEqual([]);
    world.clock.now += 60_000;
    await ship(id, tracking);
    await orders.fulfil(address, { tracking: { ...tracking, number: "RR5678" } });
    const [email, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(email?.text).toContain("RR5678");
  });

  test("names a refund once it has succeeded, and once only", async () => {
    const { id } = await buyIn("es");
    await arrived();
    const address = { storeId: merchant.store.id, orderId: id };
    await world.services.refundOrder(address, { amount: 1050 }, { kind: "person", id: "person_1" });
    const [email, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(email?.subject).toBe("Reembolso de su pedido #1001");
    expect(plain(email?.text)).toContain("Le hemos reembolsado 10,50 € de su pedido #1001.");
    world.clock.now += 10 * 60_000;
    await world.sweep();
    expect(await arrived()).toEqual([]);
  });

  test("names the items of a refund and their shares", async () => {
    const { id, lines } = await buyIn("de", { poster: 2 });
    await arrived();
    const wanted = lines.map(({ productId }) => ({ productId, quantity: 1 }));
    const content = { lines: wanted, shipping: false };
    const address = { storeId: merchant.store.id, orderId: id };
    await world.services.refundOrder(address, { content }, { kind: "person", id: "person_1" });
    const [email] = await arrived();
    expect(plain(email?.text)).toContain("Artikel:\n1 × Tide Poster: 24,00 €");
  });

  test("isn't sent by a store that hasn't chosen it", async () => {
    merchant = await world.merchant();
    await buyIn(undefined);
    expect(await arrived()).toEqual([]);
  });

  test("is escaped", async () => {
    const { database } = world.services;
    await database.stores.update(merchant.store.slug, {
      name: '<b>"Bold"</b> & Söhne\r\nBcc: eve@evil.example',
    });
    await buyIn(undefined);
    await world.sendMails();
    const [{ to, email } = {}] = mailServer.received;
    expect(to).toEqual(["ines@reader.example"]);
    expect(email?.bcc).toBeUndefined();
    expect(email?.html).toContain("&lt;b&gt;&quot;Bold&quot;&lt;/b&gt; &amp; Söhne");
  });
});
