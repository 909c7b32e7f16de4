import { afterAll, beforeAll, expect, test } from "vitest";
import { invite } from "../../server/people/invitations.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { createVisitor, signedIn } from "./dashboard-visitor.ts";

let world: World;
let merchant: Merchant;
let people: string;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
  people = `/dashboard/stores/${merchant.store.slug}/people`;
});
afterAll(() => world.close());

test("an owner invites a person by a link that is shown once", async () => {
  const owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  const page = await owner.submit(people, `${people}/invitations`, {
    email: "staff@example.com",
    role: "staff",
  });
  expect(page.status).toBe(200);
  const url = /class="secret">([^<]+)</.exec(page.text)?.[1]?.replaceAll("&amp;", "&") ?? "";
  expect(url).toMatch(/^http:\/\/counterpart\.test\/dashboard\/invitation\?token=[\w-]{43}$/);
  expect((await owner.get(people)).text).toContain("Pending invitations");
  const visitor = createVisitor(world);
  const link = url.slice("http://counterpart.test".length);
  await visitor.submit(link, "/dashboard/invitation", { password: "a long walk by the sea" });
  expect((await visitor.get(people)).status).toBe(403);
  expect((await owner.get(people)).text).not.toContain("Pending invitations");
});

test("409 for a person who already belongs to the store, 400 for an invalid address, which the form keeps", async () => {
  const owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  const ask = (email: string) => owner.submit(people, `${people}/invitations`, { email, role: "staff" });
  const known = await ask("Owner@example.com");
  expect([known.status, known.text.includes("already has access to the store")]).toEqual([409, true]);
  const wrong = await ask('"><b>no address');
  expect([wrong.status, wrong.text.includes("&quot;&gt;&lt;b&gt;no address")]).toEqual([400, true]);
});

test("409 for removing or demoting the last owner, by any owner", async () => {
  const shop = await world.merchant();
  const path = `/dashboard/stores/${shop.store.slug}/people`;
  const owner = await signedIn(world, { storeId: shop.store.id, role: "owner", email: "only@example.com" });
  const { id } = owner.person;
  expect((await owner.submit(path, `${path}/${id}/remove`)).status).toBe(409);
  expect((await owner.submit(path, `${path}/${id}/role`, { role: "staff" })).status).toBe(409);
  const second = await signedIn(world, {
    storeId: shop.store.id,
    role: "staff",
    email: "second@example.com",
  });
  expect((await owner.submit(path, `${path}/${second.person.id}/role`, { role: "owner" })).status).toBe(303);
  expect((await second.submit(path, `${path}/${id}/remove`)).status).toBe(303);
  const { entries } =
    (await world.services.database.auditTrail.list({ storeId: shop.store.id, limit: 10 })) ?? {};
  expect(entries?.map(({ action, by, changes }) => [action, by, changes]).reverse()).toEqual(
    expect.arrayContaining([
      ["person.role_changed", { kind: "person", id }, { role: { from: "staff", to: "owner" } }],
      ["person.removed", { kind: "person", id: second.person.id }, { role: { from: "owner", to: null } }],
    ]),
  );
});

test("a person's open invitations, and those that they sent, are withdrawn when they are removed or demoted", async () => {
  for (const change of ["remove", "role"]) {
    const { store } = await world.merchant();
    const path = `/dashboard/stores/${store.slug}/people`;
    const sign = (name: string) =>
      signedIn(world, { storeId: store.id, role: "owner", email: `${name}-${change}@example.com` });
    const [owner, leaving] = [await sign("owner"), await sign("leaving")];
    const invite = async (by: typeof owner, email: string) => {
      const { text } = await by.submit(path, `${path}/invitations`, { email, role: "owner" });
      return /dashboard\/invitation\?token=[\w-]+/.exec(text)?.[0] ?? "";
    };
    const back = await invite(leaving, `second-address-${change}@example.com`);
    const kept = await invite(owner, `kept-${change}@example.com`);
    const own = await world.services.database.invitations.create({
      token: `own-${change}`.padEnd(43, "x"),
      email: leaving.person.email,
      membership: { storeId: store.id, role: "owner" },
      expiresAt: world.clock.now + 1000,
    });
    const { id } = leaving.person;
    const sent = await owner.submit(
      path,
      `${path}/${id}/${change}`,
      change === "role" ? { role: "staff" } : {},
    );
    expect(sent.status).toBe(303);
    expect((await createVisitor(world).get(`/${back}`)).status).toBe(404);
    const page = await createVisitor(world).get(`/${kept}`);
    expect([page.status, page.text.includes(`Invited by</dt><dd>${owner.person.email}`)]).toEqual([
      200,
      true,
    ]);
    const open = await world.services.database.invitations.list(store.id);
    expect(open.map(({ email }) => email)).toEqual([`kept-${change}@example.com`]);
    const trail = await world.services.database.auditTrail.list({
      ...{ storeId: store.id, limit: 10, action: "invitation.withdrawn" as const },
    });
    expect(trail?.entries.map(({ by, changes }) => [by.id, changes.email?.from]).sort()).toEqual(
      [
        [owner.person.id, own.email],
        [owner.person.id, `second-address-${change}@example.com`],
      ].sort(),
    );
  }
});

test("403 for an invitation by a person who is no longer an owner", async () => {
  const { store } = await world.merchant();
  const { person } = await signedIn(world, { storeId: store.id, role: "staff", email: "late@example.com" });
  const how = { clock: () => world.clock.now, by: { kind: "person", id: person.id } as const };
  const wanted = { storeId: store.id, email: "more@example.com", role: "owner" } as const;
  await expect(invite(world.services.database, wanted, how)).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await world.services.database.invitations.list(store.id)).toEqual([]);
});

test("open invitations show who sent them: a person, or the command line", async () => {
  const { store } = await world.merchant();
  const path = `/dashboard/stores/${store.slug}/people`;
  const owner = await signedIn(world, { storeId: store.id, role: "owner", email: "sender@example.com" });
  await owner.submit(path, `${path}/invitations`, { email: "one@example.com", role: "staff" });
  const how = { clock: () => world.clock.now, by: { kind: "command_line", id: "root" } as const };
  await invite(world.services.database, { storeId: store.id, email: "two@example.com", role: "staff" }, how);
  const { text } = await owner.get(path);
  const senderOf = (email: string) =>
    new RegExp(`${email}</th>[^]*?data-label="Sent by"[^>]*><span>([^]*?)</span>`).exec(text)?.[1];
  expect(senderOf("one@example.com")).toBe("sender@example.com");
  expect(senderOf("two@example.com")).toContain('root <span class="quiet">(command line)');
});

test("404 for a person or an invitation of another store", async () => {
  const owner = await signedIn(world, { storeId: merchant.store.id, role: "owner" });
  const shop = await world.merchant();
  const stranger = await signedIn(world, { storeId: shop.store.id, role: "owner", email: "far@example.com" });
  const token = /name="form_token" value="([^"]+)"/.exec((await owner.get(people)).text)?.[1] ?? "";
  const fields = { form_token: token, role: "read_only" };
  for (const action of [
    `/${stranger.person.id}/remove`,
    `/${stranger.person.id}/role`,
    "/invitations/inv_x/withdraw",
  ]) {
    expect((await owner.post(people + action, fields)).status).toBe(404);
  }
});
