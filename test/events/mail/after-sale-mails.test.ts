import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { OrderMailKind } from "../../../server/domain/mails/mail-kinds.ts";
import { smtpSender } from "../../../server/events/mail/smtp.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { cartWith, dataOf, openCheckout, orderOf, pay, readSession } from "../../helpers/shopping.ts";
import { changeAtProvider } from "../../helpers/subscribing.ts";
import { blankProduct, type Merchant, sampleProducts, startWorld, type World } from "../../helpers/world.ts";

const trial = {
  ...{ ...blankProduct, reference: "trial", name: "Print Club", priceInCents: 900, trialDays: 14 },
  ...{ type: "subscription" as const, billingInterval: "month" as const },
};

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
beforeEach(async () => {
  mailServer = await startMailServer();
  world = await startWorld({ sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  const store = { name: "Harbour Press", emailsBuyers: true };
  merchant = await world.merchant(store, [...sampleProducts, trial]);
});
afterEach(async () => {
  await world.close();
  await mailServer.close();
});

type Locale = NonNullable<NonNullable<Parameters<typeof openCheckout>[2]>["locale"]>;

async function open(locale: Locale | undefined, products: Record<string, number>): Promise<string> {
  const details = locale && { locale };
  return dataOf(await openCheckout(merchant, await cartWith(merchant, products), details)).url;
}

/** Buys, and returns the order. */
async function buy(products: Record<string, number>, locale?: Locale) {
  const sessionId = await pay(await open(locale, products));
  await readSession(merchant, sessionId);
  return orderOf(merchant, sessionId);
}

/** Buys by bank debit, and returns the provider's session. */
async function debit(locale?: Locale): Promise<string> {
  const sessionId = new URL(await open(locale, { poster: 1 })).pathname.split("/").at(-1) ?? "";
  const shipping = {
    name: "Ines Duarte",
    address: { line1: "7 Quay Street", city: "Galway", postal_code: "H91 Y6P0", country: "IE" },
  };
  await world.stripe.pay(sessionId, { email: "ines@reader.example", paid: "later", shipping } as never);
  await readSession(merchant, sessionId);
  return sessionId;
}

/** White space as an ordinary space: numbers are formatted with several kinds. */
const plain = (text: string | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ");

async function arrived() {
  await world.sendMails();
  return mailServer.received.splice(0).map(({ email }) => ({ ...email, text: plain(email.text) }));
}

const subjects = async () => (await arrived()).map(({ subject }) => subject);
const dayMs = 24 * 60 * 60 * 1000;

async function later(days: number): Promise<void> {
  world.clock.now += days * dayMs;
  // As a running server does each minute, which shows that emails are sent.
  await world.sendMails();
  await world.stripe.advance(0);
  await world.stripe.deliver();
}

describe("a buyer who pays by bank debit", () => {
  test.each([
    ["en", "Your order #1001: payment pending", "€24.00 will be collected", "Your order #1001"],
    ["de", "Ihre Bestellung #1001: Zahlung ausstehend", "24,00 € werden", "Ihre Bestellung #1001"],
    ["fr", "Votre commande #1001 : paiement en attente", "24,00 € seront", "Votre commande #1001"],
    ["es", "Su pedido #1001: pago pendiente", "Se cargarán 24,00 €", "Su pedido #1001"],
  ] as const)(
    "gets an email when they order, and the confirmation once it is paid: %s",
    async (locale, ...texts) => {
      const [subject, text, confirmation] = texts;
      const sessionId = await debit(locale);
      const [email, ...others] = await arrived();
      expect([email?.subject, others]).toEqual([subject, []]);
      expect(email?.text).toContain(text);
      await world.stripe.settle(sessionId, "succeed");
      await world.stripe.deliver();
      expect(await subjects()).toEqual([confirmation]);
    },
  );

  test("gets an email when the debit fails, once", async () => {
    const sessionId = await debit();
    await arrived();
    await world.stripe.settle(sessionId, "fail");
    await world.stripe.deliver({ times: 2 });
    await readSession(merchant, sessionId);
    const [email, ...others] = await arrived();
    expect([email?.subject, others]).toEqual(["The payment for your order #1001 failed", []]);
    expect(email?.text).toContain("€24.00 for your order #1001 couldn’t be collected");
  });

  test("gets no email about a pending payment that has arrived before it was sent", async () => {
    const sessionId = await debit();
    await world.stripe.settle(sessionId, "succeed");
    await world.stripe.deliver();
    expect(await subjects()).toEqual(["Your order #1001"]);
  });
});

describe("a subscriber", () => {
  test("gets an email for each renewal, and none for the first payment", async () => {
    await buy({ monthly: 1 });
    expect(await subjects()).toEqual(["Your order #1001"]);
    for (const days of [32, 28]) {
      await later(days);
      const [email, ...others] = await arrived();
      expect([email?.subject, others]).toEqual(["Your subscription was renewed", []]);
      expect(email?.text).toContain("We have received €9.00 for your subscription (order #1001).");
    }
  });

  test("gets no email about a renewal that is reported a week late", async () => {
    await buy({ monthly: 1 });
    await arrived();
    await later(40);
    expect(await subjects()).toEqual([]);
  });

  test("gets an email for the first payment after a trial", async () => {
    await buy({ trial: 1 });
    await arrived();
    await later(15);
    expect(await subjects()).toEqual(["Your subscription was renewed"]);
  });

  test("gets one email for a failed renewal, and another one for the next", async () => {
    const { subscriptionId } = await buy({ monthly: 1 }, "de");
    const id = subscriptionId ?? "";
    await arrived();
    world.stripe.refuseRenewals(id);
    await later(32);
    await later(1);
    expect(await subjects()).toEqual(["Die Zahlung Ihres Abonnements ist fehlgeschlagen"]);
    const record = await world.services.database.subscriptions.find(id);
    if (!record) throw new Error("The subscription is gone.");
    for (const status of ["active", "past_due"]) {
      world.clock.now += 1000;
      await world.services.database.subscriptions.save({ ...record, status, fetchedAt: world.clock.now });
    }
    expect(await subjects()).toEqual(["Die Zahlung Ihres Abonnements ist fehlgeschlagen"]);
  });

  test("gets an email when the subscription is going to end, and one for another end", async () => {
    const { subscriptionId } = await buy({ monthly: 1 }, "fr");
    const id = subscriptionId ?? "";
    await arrived();
    await changeAtProvider(world, id, { cancel_at_period_end: "true" });
    const [email, ...others] = await arrived();
    expect([email?.subject, others]).toEqual(["Votre abonnement se termine le 15 février 2026", []]);
    await world.stripe.deliver();
    expect(await subjects()).toEqual([]);
    await changeAtProvider(world, id, { cancel_at_period_end: "false" });
    expect(await subjects()).toEqual([]);
    await changeAtProvider(world, id, { cancel_at_period_end: "true" });
    expect(await subjects()).toEqual(["Votre abonnement se termine le 15 février 2026"]);
  });

  test("gets an email at once although the provider's clock is weeks ahead, as in development", async () => {
    const { subscriptionId } = await buy({ monthly: 1 });
    await arrived();
    world.providerClock.aheadMs = 20 * dayMs;
    await changeAtProvider(world, subscriptionId ?? "", { cancel_at_period_end: "true" });
    expect(await subjects()).toHaveLength(1);
  });

  test("gets no email about an end that was withdrawn before it was sent", async () => {
    const { subscriptionId } = await buy({ monthly: 1 });
    await arrived();
    await changeAtProvider(world, subscriptionId ?? "", { cancel_at_period_end: "true" });
    await changeAtProvider(world, subscriptionId ?? "", { cancel_at_period_end: "false" });
    expect(await subjects()).toEqual([]);
  });
});

describe("a corrected address", () => {
  test("is emailed each time, and only if it changed", async () => {
    const { id } = await buy({ poster: 1 }, "es");
    await arrived();
    const { orders } = world.services.database;
    const address = { storeId: merchant.store.id, orderId: id };
    for (const line1 of ["8 Quay Street", "8 Quay Street", "9 Quay Street"]) {
      world.clock.now += 1000;
      await orders.change(address, { shippingAddress: { line1 } });
      const emails = await arrived();
      expect(emails.map(({ text }) => text.includes(`\n${line1}\n`))).toEqual(
        line1.startsWith("8") && emails.length === 0 ? [] : [true],
      );
    }
    const [sent] = (
      await world.services.database.mails.ofOrder((await orders.find(address)) as never)
    ).filter(({ kind }) => kind === "address_change");
    expect(sent).toMatchObject({ status: "sent" });
  });

  test("is in one email if it is corrected twice before that is sent", async () => {
    const { id } = await buy({ poster: 1 });
    await arrived();
    for (const city of ["Cork", "Sligo"]) {
      const address = { storeId: merchant.store.id, orderId: id };
      await world.services.database.orders.change(address, { shippingAddress: { city } });
    }
    const [email, ...others] = await arrived();
    expect([email?.subject, others]).toEqual(["The address of your order #1001 was changed", []]);
    expect(email?.text).toContain("Sligo");
  });
});

describe("a store's own text", () => {
  const write = (kind: OrderMailKind, subject: string, body: string, language: "en" | "de" = "en") =>
    world.services.database.mailTexts.save(
      { storeId: merchant.store.id, kind, language },
      { subject, body },
      { kind: "person", id: "person_1" },
    );

  test("replaces the subject and the paragraphs in its language, and keeps what was bought", async () => {
    await write("order_confirmation", "{store}: {order} is ours", "Dear {name},\n\n{amount} arrived.");
    await buy({ poster: 1 });
    const [english] = await arrived();
    await buy({ poster: 1 }, "de");
    const [german] = await arrived();
    expect(english?.subject).toBe("Harbour Press: #1001 is ours");
    expect(english?.text).toBe(`Harbour Press
Thank you for your order

Dear Ines Duarte,

€24.00 arrived.

1 × Tide Poster: €24.00
Total: €24.00

Order:
#1001

Shipping address:
Ines Duarte
7 Quay Street
H91 Y6P0 Galway
Ireland
`);
    expect(german?.subject).toBe("Ihre Bestellung #1002");
  });

  test("can't add headers or HTML, and neither can what a buyer entered", async () => {
    await write("order_confirmation", "Hello {name}", "<b>Bold</b> {name}\n{order}");
    const sessionId = new URL(await open(undefined, { font: 1 })).pathname.split("/").at(-1) ?? "";
    const name = "Eve\r\nBcc: eve@evil.example\r\n\r\n<img src=x onerror=alert(1)>{order}";
    await world.stripe.pay(sessionId, { email: "ines@reader.example", name });
    await readSession(merchant, sessionId);
    await world.sendMails();
    const [{ to, email } = {}, ...others] = mailServer.received;
    expect([to, others]).toEqual([["ines@reader.example"], []]);
    expect([email?.bcc, email?.cc]).toEqual([undefined, undefined]);
    expect(email?.subject).toBe("Hello Eve Bcc: eve@evil.example <img src=x onerror=alert(1)>{order}");
    expect(email?.html).toContain("&lt;b&gt;Bold&lt;/b&gt; Eve");
    expect(email?.html).not.toMatch(/<b>|<img/);
  });

  test("is another store's in no case, and the usual text again once it is removed", async () => {
    await write("refund", "Ours", "Ours");
    const { mailTexts } = world.services.database;
    const address = { storeId: merchant.store.id, kind: "refund", language: "en" } as const;
    const other = await world.merchant();
    expect(await mailTexts.find({ ...address, storeId: other.store.id })).toBeUndefined();
    expect(await mailTexts.written(merchant.store.id)).toEqual([{ kind: "refund", language: "en" }]);
    await mailTexts.save(address, undefined, { kind: "person", id: "person_1" });
    expect(await mailTexts.written(merchant.store.id)).toEqual([]);
    const { entries } = (await world.services.database.auditTrail.list({
      ...{ storeId: merchant.store.id, limit: 5 },
    })) ?? { entries: [] };
    expect(entries.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["mail_text.changed", "mail_text.removed"]),
    );
  });
});
