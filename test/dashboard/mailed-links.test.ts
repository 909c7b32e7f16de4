import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { openEngine } from "../../server/database/database.ts";
import { smtpSender } from "../../server/events/mail/smtp.ts";
import { invite, inviteToNewPassword } from "../../server/people/invitations.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { type MailServer, startMailServer } from "../helpers/mail-server.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { createVisitor, signedIn } from "./dashboard-visitor.ts";
import { quickHash } from "./quick-hash.ts";

const password = "a long walk by the sea";
const operator = { kind: "command_line", id: "root" } as const;

let world: World;
let merchant: Merchant;
let mailServer: MailServer;
let databaseUrl: string;
let drop: () => Promise<void>;
beforeEach(async () => {
  mailServer = await startMailServer();
  ({ url: databaseUrl, drop } = await migratedDatabase());
  const sendMail = smtpSender(mailServer.settings, { timeoutMs: 5000 });
  world = await startWorld({ databaseUrl, sendMail, limitsSignIn: true });
  merchant = await world.merchant({ name: "Harbour Press" });
});
afterEach(async () => {
  await world.close();
  await mailServer.close();
  await drop();
});

const how = () => ({ clock: () => world.clock.now, by: operator });
const inviteGrace = () =>
  invite(
    world.services.database,
    { storeId: merchant.store.id, email: "grace@example.com", role: "staff" },
    how(),
  );

async function arrived() {
  await world.sendMails();
  return mailServer.received.splice(0).map(({ email }) => email);
}

/** The link's path, from both parts of a mail. */
function linkIn({ text = "", html = "" }: { text?: string | undefined; html?: string | undefined }): string {
  const [link] = /http:\/\/counterpart\.test\/dashboard\/invitation\?token=[\w-]{43}/.exec(text) ?? [];
  expect(html).toContain(`href="${link}"`);
  return (link ?? "").replace("http://counterpart.test", "");
}

async function rows() {
  const engine = await openEngine(databaseUrl);
  try {
    return await engine.read.selectFrom("mails").selectAll().execute();
  } finally {
    await engine.close();
  }
}

async function adaWithPassword() {
  const { people } = world.services.database;
  const ada = {
    id: "person_ada",
    email: "ada@example.com",
    storeId: merchant.store.id,
    role: "owner",
  } as const;
  await people.add(ada);
  await people.setPassword(ada.id, quickHash(password));
}

describe("an invitation", () => {
  test("is mailed with the link, in the store's name, and names the person who sent it", async () => {
    const owner = await signedIn(world, {
      storeId: merchant.store.id,
      role: "owner",
      email: "ada@example.com",
    });
    const page = `/dashboard/stores/${merchant.store.slug}/people`;
    const invited = await owner.submit(page, `${page}/invitations`, {
      email: "grace@example.com",
      role: "staff",
    });
    expect(invited.text).toContain("The link was emailed to grace@example.com");
    const [email, ...others] = await arrived();
    expect(others).toEqual([]);
    expect(email).toMatchObject({
      from: { name: "Harbour Press", address: "orders@counterpart.test" },
      to: [{ address: "grace@example.com" }],
      subject: "Invitation to Harbour Press",
    });
    expect(email?.text).toContain(
      "ada@example.com invites you to manage Harbour Press in its dashboard, as staff.",
    );
    const joined = await createVisitor(world).submit(linkIn(email ?? {}), "/dashboard/invitation", {
      password,
    });
    expect(joined.status).toBe(303);
  });

  test("isn't mailed once it is withdrawn", async () => {
    const { invitation } = await inviteGrace();
    const { invitations } = world.services.database;
    await invitations.withdraw({ storeId: merchant.store.id, invitationId: invitation.id });
    expect(await arrived()).toEqual([]);
  });

  test("leaves its token in no row after it was sent, given up or dropped, and in no log", async () => {
    const { link, isMailed } = await inviteGrace();
    const [, token = ""] = link.split("token=");
    expect(isMailed).toBe(true);
    expect(await rows()).toMatchObject([{ link_token: token, status: "pending" }]);
    mailServer.control.answer = "busy";
    expect(await arrived()).toEqual([]);
    mailServer.control.answer = "accept";
    world.clock.now += 5000;
    expect(await arrived()).toHaveLength(1);
    await inviteGrace();
    mailServer.control.answer = "unknown recipient";
    await arrived();
    const { invitation } = await inviteGrace();
    const address = { storeId: merchant.store.id, invitationId: invitation.id };
    await world.services.database.invitations.withdraw(address);
    await arrived();
    const left = await rows();
    expect(left.map(({ status }) => status).sort()).toEqual(["dropped", "failed", "sent"]);
    expect(left.map(({ link_token: one }) => one)).toEqual([null, null, null]);
    expect(world.logLines.join("")).not.toContain(token);
  });

  test("isn't mailed after it expired", async () => {
    await adaWithPassword();
    await inviteToNewPassword(world.services.database, "ada@example.com", how());
    world.clock.now += 61 * 60_000;
    expect(await arrived()).toEqual([]);
  });
});

describe("a forgotten password", () => {
  const ask = (email: string) =>
    createVisitor(world).submit("/dashboard/sign-in/forgotten", "/dashboard/sign-in/forgotten", { email });
  /** Waits until the request, which is answered at once, has its mail. */
  const queued = () => vi.waitFor(async () => expect(await rows()).toHaveLength(1));

  test("is replaced by the link in a mail", async () => {
    await adaWithPassword();
    expect((await createVisitor(world).get("/dashboard/sign-in")).text).toContain(
      "/dashboard/sign-in/forgotten",
    );
    expect((await ask(" Ada@Example.com")).status).toBe(200);
    await queued();
    const [email] = await arrived();
    expect(email).toMatchObject({
      from: { name: "", address: "orders@counterpart.test" },
      to: [{ address: "ada@example.com" }],
      subject: "Choose a new password",
    });
    const renewed = { password: "quite another one" };
    const visitor = createVisitor(world);
    expect((await visitor.submit(linkIn(email ?? {}), "/dashboard/invitation", renewed)).status).toBe(303);
    const back = { email: "ada@example.com", ...renewed };
    const page = await createVisitor(world).submit("/dashboard/sign-in", "/dashboard/sign-in", back);
    expect(page.status).toBe(303);
  });

  test("gets the same answer for an unknown address, and one that signs in another way, and no mail", async () => {
    await adaWithPassword();
    await signedIn(world, { storeId: merchant.store.id, role: "staff", email: "passkey-only@example.com" });
    const answers = [];
    for (const email of [
      "unknown@example.com",
      "passkey-only@example.com",
      "no address",
      "ada@example.com",
    ]) {
      const { status, text } = await ask(email);
      answers.push([status, text.replaceAll(/value="[^"]*"/g, "")].join());
    }
    expect(new Set(answers).size).toBe(1);
    await queued();
    expect((await arrived()).map(({ to }) => to?.[0]?.address)).toEqual(["ada@example.com"]);
  });

  test("429 after too many attempts for the same address", async () => {
    const statuses = [];
    for (let n = 0; n < 11; n++) statuses.push((await ask("ada@example.com")).status);
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 200), 429]);
  });

  test("404 without a mail server", async () => {
    world.clock.now += 24 * 60 * 60_000;
    expect((await createVisitor(world).get("/dashboard/sign-in/forgotten")).status).toBe(404);
    expect((await createVisitor(world).get("/dashboard/sign-in")).text).toContain("ask the operator");
  });
});
