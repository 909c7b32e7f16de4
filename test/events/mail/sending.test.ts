import { noopTelemetry } from "@counterpart/server";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { openDatabase } from "../../../server/database/database.ts";
import { createMailer } from "../../../server/events/mail/mailer.ts";
import { smtpSender } from "../../../server/events/mail/smtp.ts";
import { composeMessage } from "../../../server/events/mail/write-mail.ts";
import { migratedDatabase } from "../../helpers/data/test-database.ts";
import { type MailServer, startMailServer } from "../../helpers/mail-server.ts";
import { giveFile } from "../../helpers/product-files.ts";
import { buy } from "../../helpers/shopping.ts";
import { type Merchant, silent, startWorld, type World } from "../../helpers/world.ts";

const hourMs = 60 * 60 * 1000;
const sender = { address: "orders@counterpart.test", publicUrl: "http://counterpart.test" };

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
let databaseUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  mailServer = await startMailServer();
  ({ url: databaseUrl, drop } = await migratedDatabase());
  world = await startWorld({ databaseUrl, sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  merchant = await world.merchant({ emailsBuyers: true });
});
afterEach(async () => {
  await world.close();
  await mailServer.close();
  await drop();
});

const ids = () => mailServer.received.map(({ email }) => email.messageId);
const log = () => world.logLines.join("");

describe("the outbox", () => {
  test("repeats a mail whose outcome is unknown, with the same Message-ID and date", async () => {
    mailServer.control.answer = "hang up";
    await buy(merchant, { font: 1 });
    await world.sendMails();
    await world.sendMails();
    expect(mailServer.received).toHaveLength(1);
    mailServer.control.answer = "accept";
    world.clock.now += 5000;
    await world.sendMails();
    world.clock.now += 24 * hourMs;
    await world.sendMails();
    expect(mailServer.received).toHaveLength(2);
    expect(new Set(ids()).size).toBe(1);
    expect(new Set(mailServer.received.map(({ email }) => email.date)).size).toBe(1);
  });

  test("makes no more links to files and invoices however often a mail is tried, and the last one works longest", async () => {
    const { stores } = world.services.database;
    await stores.update(merchant.store.slug, { createsInvoices: true });
    await giveFile(world, merchant, "font", { name: "harbour.otf", content: "glyphs" });
    mailServer.control.answer = "hang up";
    await buy(merchant, { font: 1 });
    await world.sendMails();
    for (let attempt = 0; attempt < 4; attempt += 1) {
      world.clock.now += 12 * hourMs;
      await world.sendMails();
    }
    mailServer.control.answer = "accept";
    world.clock.now += 12 * hourMs;
    await world.sendMails();
    expect(mailServer.received.length).toBeGreaterThan(3);
    const links = mailServer.received.map(({ email }) => email.text?.match(/(?<=\/)(dl|ivl)_\w+/g) ?? []);
    expect(links[0]).toHaveLength(2);
    expect(new Set(links.flat()).size).toBe(2);
    world.clock.now += 7 * 24 * hourMs - 1;
    const [token = ""] = links[0] ?? [];
    expect(await world.services.database.downloads.findLink(token)).toBeDefined();
  });

  test("waits while the mail server is away, and gives up after three days", async () => {
    mailServer.control.answer = "busy";
    await buy(merchant, { font: 1 });
    for (let hours = 0; hours < 80; hours += 6) {
      await world.sendMails();
      world.clock.now += 6 * hourMs;
    }
    expect(log()).toContain("gave up on an email");
    mailServer.control.answer = "accept";
    await world.sendMails();
    expect(mailServer.received).toEqual([]);
    expect(log()).not.toContain("reader.example");
  });

  test("gives up at once if the address doesn't exist", async () => {
    mailServer.control.answer = "unknown recipient";
    await buy(merchant, { font: 1 });
    await world.sendMails();
    expect(log()).toContain("gave up on an email");
    mailServer.control.answer = "accept";
    world.clock.now += hourMs;
    await world.sendMails();
    expect(mailServer.received).toEqual([]);
    expect(log()).not.toContain("reader.example");
  });

  test("doesn't send a mail that no process has sent for three days", async () => {
    await buy(merchant, { font: 1 });
    world.clock.now += 73 * hourMs;
    await world.sendMails();
    expect(mailServer.received).toEqual([]);
  });

  test("is emptied by several processes, each mail sent by one", async () => {
    const others = await Promise.all(
      [1, 2].map(async () => {
        const database = await openDatabase(databaseUrl, () => world.clock.now);
        onTestFinished(() => database.close());
        const send = smtpSender(mailServer.settings, { timeoutMs: 5000 });
        const parts = { database, sender, send, clock: () => world.clock.now, telemetry: noopTelemetry };
        return createMailer({ ...parts, log: silent });
      }),
    );
    for (let n = 0; n < 6; n++) await buy(merchant, { font: 1 });
    await Promise.all([world.sendMails(), ...others.map((mailer) => mailer.sendDue())]);
    expect(ids()).toHaveLength(6);
    expect(new Set(ids()).size).toBe(6);
  });

  test("forgets the mails to an erased buyer", async () => {
    await buy(merchant, { font: 1 });
    const buyer = { email: "ines@reader.example" };
    await world.services.database.buyers.erase(merchant.store.id, buyer, world.clock.now);
    await world.sendMails();
    expect(mailServer.received).toEqual([]);
  });

  test("gets no mails while no process sends any", async () => {
    const idle = await startWorld();
    onTestFinished(() => idle.close());
    merchant = await idle.merchant({ emailsBuyers: true });
    await buy(merchant, { font: 1 });
    expect(await idle.services.database.mails.backlog(idle.clock.now)).toEqual({ due: 0, behindMs: 0 });
  });

  test("gets mails of changes by processes that send none, such as the command line", async () => {
    const database = await openDatabase(databaseUrl, () => world.clock.now);
    onTestFinished(() => database.close());
    const { id: orderId } = await buy(merchant, { poster: 1 });
    await world.sendMails();
    await database.orders.fulfil({ storeId: merchant.store.id, orderId }, { fulfilled: true });
    await world.sendMails();
    expect(mailServer.received.map(({ email }) => email.subject)).toEqual([
      "Your order #1001",
      "Your order #1001 has been shipped",
    ]);
  });

  test("keeps mails for thirty days, without addresses and texts", async () => {
    await buy(merchant, { font: 1 });
    await world.sendMails();
    const { retention } = world.services.database;
    const now = world.clock.now + 30 * 24 * hourMs;
    expect(await retention.deleteOld("mails", { now: now - 1, limit: 10 })).toBe(0);
    expect(await retention.deleteOld("mails", { now, limit: 10 })).toBe(1);
  });
});

test("credentials aren't sent over an unencrypted connection", async () => {
  const send = smtpSender(
    { ...mailServer.settings, credentials: { user: "shop", pass: "hunter2" } },
    { timeoutMs: 5000 },
  );
  const message = composeMessage(
    { id: "mail_1", createdAt: 0 },
    { to: "b@shop.example", senderName: null, replyTo: null, subject: "", text: "", html: "" },
    sender,
  );
  await expect(send(message)).rejects.toMatchObject({ outcome: expect.stringContaining("ETLS") });
});
