import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { smtpSender } from "../../server/events/mail/smtp.ts";
import { type MailServer, startMailServer } from "../helpers/mail-server.ts";
import { buy } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
let staff: Visitor;
let orders: string;
beforeEach(async () => {
  mailServer = await startMailServer();
  world = await startWorld({ sendMail: smtpSender(mailServer.settings, { timeoutMs: 5000 }) });
  merchant = await world.merchant({ emailsBuyers: true });
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
  (/Emails to the customer[\s\S]*?<\/section>/.exec(text)?.[0] ?? "").replaceAll(/<[^>]+>/g, " ");

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
    expect(text).toContain("Email sent again");
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
    expect(shown).toContain("The mail server refused the email");
    expect(shown).toContain("EENVELOPE 550");
    expect(shown).not.toContain("unknown user");
    mailServer.control.answer = "accept";
    await send(id);
    await world.sendMails();
    expect(mailServer.received).toHaveLength(1);
    expect(mailsOn((await staff.get(`${orders}/${id}`)).text)).toMatch(/Sent/);
  });

  test("need attention when they couldn't be delivered, until they are sent or dismissed", async () => {
    const home = `/dashboard/stores/${merchant.store.slug}`;
    const link = async () =>
      /href="([^"]+)"><strong>(\d+)<\/strong> emails? not delivered</
        .exec((await staff.get(home)).text)
        ?.slice(1);
    const listed = async () =>
      (await staff.get(`${orders}?show=email_failed`)).text.match(/(?<=orders\/)order_\w+/g);
    const dismiss = (id: string) =>
      staff.submit(`${orders}/${id}`, `${orders}/${id}/mails/dismissed`, confirmation(id));
    await buy(merchant, { font: 1 });
    await world.sendMails();
    mailServer.control.answer = "unknown recipient";
    const [one, other] = [await buy(merchant, { font: 1 }), await buy(merchant, { font: 1 })];
    expect(await link()).toBeUndefined();
    await world.sendMails();
    expect(await link()).toEqual([`${orders}?show=email_failed`, "2"]);
    expect((await listed())?.toSorted()).toEqual([one.id, other.id].toSorted());

    expect((await dismiss(one.id)).location).toBe(`${orders}/${one.id}`);
    expect(await link()).toEqual([`${orders}?show=email_failed`, "1"]);
    expect(await listed()).toEqual([other.id]);
    const { text } = await staff.get(`${orders}/${one.id}`);
    expect(text).toContain("Failed email dismissed");
    expect(mailsOn(text)).toMatch(/Failed[\s\S]*Send again/);
    expect(mailsOn(text)).not.toContain("Dismiss");

    await send(one.id);
    await send(other.id);
    expect(await link()).toBeUndefined();
    await world.sendMails();
    // They have failed again, the dismissed one too.
    expect((await link())?.[1]).toBe("2");
    mailServer.control.answer = "accept";
    await send(one.id);
    await send(other.id);
    await world.sendMails();
    expect(mailServer.received).toHaveLength(3);
    expect([await link(), await listed()]).toEqual([undefined, null]);
  });

  test("that were delivered, or are another order's, can't be dismissed", async () => {
    const [one, other] = [await buy(merchant, { font: 1 }), await buy(merchant, { font: 1 })];
    await world.sendMails();
    const page = `${orders}/${one.id}`;
    const { form_token } = hiddenFields((await staff.get(page)).text, `${page}/mails`);
    for (const id of [one.id, other.id]) {
      const fields = { ...confirmation(id), form_token: form_token ?? "" };
      expect((await staff.post(`${page}/mails/dismissed`, fields)).status).toBe(404);
    }
    const { id: storeId } = (await world.merchant()).store;
    const address = { storeId, orderId: one.id, kind: "order_confirmation", eventKey: one.id } as const;
    const by = { kind: "person", id: "person_1" } as const;
    expect(await world.services.database.mails.dismiss(address, by)).toBe(false);
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
