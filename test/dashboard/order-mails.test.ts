import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smtpSender } from "../../server/events/mail/smtp.ts";
import { type MailServer, startMailServer } from "../helpers/mail-server.ts";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
let staff: Visitor;
let orders: string;
beforeEach(async () => {
  mailServer = await startMailServer();
  world = await startWorld({ sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  merchant = await world.merchant({ mailsBuyers: true });
  staff = await signedIn(world, { storeId: merchant.store.id, role: "staff" });
  orders = `/dashboard/stores/${merchant.store.slug}/orders`;
});
afterEach(async () => {
  await world.close();
  await mailServer.close();
});

const confirmation = (id: string) => ({ kind: "order_confirmation", about: id });
const send = (id: string) => staff.submit(`${orders}/${id}`, `${orders}/${id}/mails`, confirmation(id));
const mailsOn = (text: string) =>
  (/Mails to the customer[\s\S]*?<\/section>/.exec(text)?.[0] ?? "").replaceAll(/<[^>]+>/g, " ");

describe("an order's mails", () => {
  test("are sent again as new mails, which the audit trail records", async () => {
    const { id } = await buy(merchant, { font: 1 });
    const page = `${orders}/${id}`;
    expect(mailsOn((await staff.get(page)).text)).toContain("Waiting");
    await world.sendMails();
    expect(mailsOn((await staff.get(page)).text)).toMatch(/Order confirmation\s+Sent/);
    world.clock.now += 60_000;
    expect((await send(id)).status).toBe(303);
    await world.sendMails();
    await world.sendMails();
    const sent = mailServer.received.map(({ email }) => email);
    expect(sent.map(({ subject }) => subject)).toEqual(["Your order #1001", "Your order #1001"]);
    expect(new Set(sent.map(({ messageId }) => messageId)).size).toBe(2);
    const { text } = await staff.get(page);
    expect(text).toContain("Mail sent again");
    const reader = await signedIn(world, {
      storeId: merchant.store.id,
      role: "read_only",
      email: "reader@example.com",
    });
    expect((await reader.get(page)).text).not.toContain("Send again");
  });

  test("say why one failed, without the mail server's text", async () => {
    mailServer.control.answer = "unknown recipient";
    const { id } = await buy(merchant, { font: 1 });
    await world.sendMails();
    const shown = mailsOn((await staff.get(`${orders}/${id}`)).text);
    expect(shown).toMatch(/Failed/);
    expect(shown).toContain("The mail server refused the mail");
    expect(shown).toContain("EENVELOPE 550");
    expect(shown).not.toContain("unknown user");
    mailServer.control.answer = "accept";
    await send(id);
    await world.sendMails();
    expect(mailServer.received).toHaveLength(1);
    expect(mailsOn((await staff.get(`${orders}/${id}`)).text)).toMatch(/Sent/);
  });

  test("404 for a mail of another order", async () => {
    const [one, other] = [await buy(merchant, { font: 1 }), await buy(merchant, { font: 1 })];
    await world.sendMails();
    const page = `${orders}/${one.id}`;
    const answer = await staff.submit(page, `${page}/mails`, confirmation(other.id));
    expect(answer.status).toBe(404);
    await world.sendMails();
    expect(mailServer.received).toHaveLength(2);
  });
});
