import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { invite, inviteToNewPassword } from "../../server/people/invitations.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { createVisitor, hiddenFields, signedIn, type Visitor } from "./dashboard-visitor.ts";
import { quickHash } from "./quick-hash.ts";

const operator = { kind: "command_line", id: "root" } as const;
const password = "a long walk by the sea";
const passwordHash = quickHash(password);

let world: World;
let merchant: Merchant;
let n = 0;
beforeAll(async () => {
  world = await startWorld();
  merchant = await world.merchant();
});
afterAll(() => world.close());

async function personWithPassword() {
  const { people } = world.services.database;
  const email = `person-${n++}@example.com`;
  const person = await people.add({ id: `person_${n}`, email, storeId: merchant.store.id, role: "owner" });
  await people.setPassword(person.id, passwordHash);
  return person;
}

const signIn = (visitor: Visitor, fields: Record<string, string>, query = "") =>
  visitor.submit(`/dashboard/sign-in${query}`, "/dashboard/sign-in", fields);

async function invited(email: string, storeId = merchant.store.id) {
  const how = { clock: () => world.clock.now, by: operator };
  return (await invite(world.services.database, { storeId, email, role: "owner" }, how)).link;
}

describe("the sign-in", () => {
  test("names the store while the installation has no other", async () => {
    const alone = await startWorld();
    try {
      const heading = async (path = "/dashboard/sign-in") =>
        /<h1>(.*)<\/h1>/.exec((await createVisitor(alone).get(path)).text)?.[1];
      expect(await heading()).toBe("Sign in");
      await alone.merchant({ name: "Quay & Sons" });
      expect(await heading()).toBe("Sign in to Quay &amp; Sons");
      const { store } = await alone.merchant({ name: "Harbour Press" });
      expect(await heading(`/dashboard/sign-in?next=/dashboard/stores/${store.slug}`)).toBe("Sign in");
    } finally {
      await alone.close();
    }
  });

  test("303 to the dashboard with the password, whatever the case of the address", async () => {
    const { email } = await personWithPassword();
    const visitor = createVisitor(world);
    const page = await signIn(visitor, { email: ` ${email.toUpperCase()} `, password });
    expect([page.status, page.location]).toEqual([303, "/dashboard"]);
    expect((await visitor.get("/dashboard")).location).toBe(`/dashboard/stores/${merchant.store.slug}`);
  });

  test("401 with the same words for a wrong password, an unknown address and an account without a password", async () => {
    const { email } = await personWithPassword();
    const { person } = await signedIn(world, {
      storeId: merchant.store.id,
      role: "staff",
      email: "none@example.com",
    });
    const told = await Promise.all(
      [email, "nobody@example.com", person.email, "no address"].map(async (one) => {
        const page = await signIn(createVisitor(world), { email: one, password: `${password}.` });
        return [page.status, page.text.replaceAll(/value="[^"]*"/g, "")];
      }),
    );
    expect(new Set(told.map(String)).size).toBe(1);
    expect(told[0]?.[0]).toBe(401);
  });

  test("begins a new session each time, and ends the one that the browser had", async () => {
    const { email } = await personWithPassword();
    const visitor = createVisitor(world);
    visitor.cookies.set("counterpart-session", "planted".padEnd(43, "x"));
    await signIn(visitor, { email, password });
    const first = visitor.cookies.get("counterpart-session") ?? "";
    expect(first).not.toContain("planted");
    // Another person signs in on the same browser, while an older page is open.
    const fields = { email, password };
    visitor.cookies.delete("counterpart-session");
    const { text } = await visitor.get("/dashboard/sign-in");
    const token = /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";
    await visitor.post("/dashboard/sign-in", { ...fields, form_token: token });
    const second = visitor.cookies.get("counterpart-session") ?? "";
    expect(second).not.toBe(first);
  });

  test.each([
    ["/dashboard/stores/shop-1/people?a=b", "/dashboard/stores/shop-1/people?a=b"],
    ["https://evil.example/dashboard/", "/dashboard"],
    ["//evil.example/dashboard/x", "/dashboard"],
    ["/\\evil.example/dashboard/x", "/dashboard"],
    ["/dashboard/../../v1/catalog", "/dashboard"],
    ["/dashboard/%2e%2e/webhooks", "/dashboard"],
    ["/dashboard//evil.example", "/dashboard"],
    ["javascript:alert(1)//dashboard/", "/dashboard"],
    ["/dashboardx", "/dashboard"],
  ])("leads back to %s only within the dashboard: %s", async (next, to) => {
    const { email } = await personWithPassword();
    const query = `?${new URLSearchParams({ next })}`;
    expect((await signIn(createVisitor(world), { email, password }, query)).location).toBe(to);
  });

  test("429 after ten attempts for one person, right or wrong, and 303 again a quarter of an hour later", async () => {
    const limited = await startWorld({ limitsSignIn: true });
    try {
      const { store } = await limited.merchant();
      const { people } = limited.services.database;
      const { id } = await people.add({
        id: "person_1",
        email: "ada@example.com",
        storeId: store.id,
        role: "owner",
      });
      await people.setPassword(id, passwordHash);
      const visitor = createVisitor(limited);
      const statuses = [];
      for (let attempt = 0; attempt < 11; attempt++) {
        const page = await visitor.submit("/dashboard/sign-in", "/dashboard/sign-in", {
          email: "Ada@example.com",
          password: attempt < 10 ? "wrong" : password,
        });
        statuses.push(page.status);
      }
      expect(statuses).toEqual([...Array(10).fill(401), 429]);
    } finally {
      await limited.close();
    }
  });

  test("429 after thirty attempts from one address, whatever is tried", async () => {
    const limited = await startWorld({ limitsSignIn: true });
    try {
      const visitor = createVisitor(limited);
      const { text } = await visitor.get("/dashboard/sign-in");
      const { form_token = "" } = hiddenFields(text, "/dashboard/sign-in");
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 31; attempt++) {
        statuses.push(
          (await visitor.post("/dashboard/invitation", { form_token, token: `${attempt}` })).status,
        );
      }
      expect(statuses).toEqual([...Array(30).fill(409), 429]);
    } finally {
      await limited.close();
    }
  });
});

describe("an invitation", () => {
  test("adds a person to the store, who can sign in with the chosen password", async () => {
    const link = await invited("New@Example.com");
    const visitor = createVisitor(world);
    const shown = await visitor.get(link);
    expect([
      shown.status,
      shown.text.includes("new@example.com"),
      shown.text.includes(merchant.store.name),
    ]).toEqual([200, true, true]);
    const joined = await visitor.submit(link, "/dashboard/invitation", { password });
    expect([joined.status, joined.location]).toEqual([303, "/dashboard"]);
    expect((await visitor.get(`/dashboard/stores/${merchant.store.slug}/people`)).status).toBe(200);
    expect((await signIn(createVisitor(world), { email: "new@example.com", password })).status).toBe(303);
    const { entries } =
      (await world.services.database.auditTrail.list({ storeId: merchant.store.id, limit: 2 })) ?? {};
    expect(entries?.map(({ action, by }) => [action, by.kind]).sort()).toEqual([
      ["person.invited", "command_line"],
      ["person.joined", "person"],
    ]);
  });

  test("that is used twelve times at once adds one person, and says to the others that it has been used", async () => {
    const link = await invited("eager@example.com");
    const uses = Array.from({ length: 12 }, () =>
      createVisitor(world).submit(link, "/dashboard/invitation", { password }),
    );
    const answers = await Promise.all(uses);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, ...Array(11).fill(409)]);
    for (const { status, text } of answers) {
      if (status === 409) expect(text).toContain("If you have just used it, sign in.");
    }
    const people = await world.services.database.people.list(merchant.store.id);
    expect(people.filter(({ email }) => email === "eager@example.com")).toHaveLength(1);
  });

  test("404 once it has been used, withdrawn, replaced by a newer one, or is a week old", async () => {
    const { database } = world.services;
    const used = await invited("used@example.com");
    await createVisitor(world).submit(used, "/dashboard/invitation", { password });
    const replaced = await invited("replaced@example.com");
    await invited("replaced@example.com");
    const withdrawn = await invited("withdrawn@example.com");
    const open = (await database.invitations.list(merchant.store.id)).find(
      ({ email }) => email === "withdrawn@example.com",
    );
    await database.invitations.withdraw(
      { storeId: merchant.store.id, invitationId: open?.id ?? "" },
      operator,
    );
    const old = await invited("old@example.com");
    expect((await createVisitor(world).get(old)).status).toBe(200);
    world.clock.now += 7 * 24 * 3_600_000;
    for (const link of [used, replaced, withdrawn, old])
      expect((await createVisitor(world).get(link)).status).toBe(404);
  });

  test.each(["short", "aaaaaaaaaaaaaaaa", "strong.person@", ""])("400 for the password %j", async (tried) => {
    const link = await invited("strong.person@example.com");
    const page = await createVisitor(world).submit(link, "/dashboard/invitation", {
      password: tried === "strong.person@" ? "strong.person@2027" : tried,
    });
    expect([page.status, page.text.includes('class="fault"')]).toEqual([400, true]);
  });

  test.each([
    ["ann@example.com", "planning a long walk"],
    ["s@example.com", "sunsets by the sea"],
    ["a.b@example.com", "a.b and many more words"],
  ])("for %s accepts a password that contains a short name by chance: %s", async (email, chosen) => {
    const page = await createVisitor(world).submit(await invited(email), "/dashboard/invitation", {
      password: chosen,
    });
    expect(page.status).toBe(303);
  });

  test("sets the password even if the person is signed in without one", async () => {
    const { person, ...visitor } = await signedIn(world, {
      ...{ storeId: merchant.store.id, role: "owner", email: "without-password@example.com" },
    });
    const second = await world.merchant();
    const link = await invited(person.email, second.store.id);
    expect((await visitor.get(link)).text).toContain("Choose a password");
    const short = await visitor.submit(link, "/dashboard/invitation", { password: "short" });
    expect(short.status).toBe(400);
    expect((await visitor.submit(link, "/dashboard/invitation", { password })).status).toBe(303);
    expect((await signIn(createVisitor(world), { email: person.email, password })).status).toBe(303);
    expect((await visitor.get(`/dashboard/stores/${second.store.slug}`)).status).toBe(200);
  });

  test("for an existing account requires that person's own sign-in, so that the inviter can't take it over", async () => {
    const person = await personWithPassword();
    const second = await world.merchant();
    const link = await invited(person.email, second.store.id);
    const thief = createVisitor(world);
    const page = await thief.get(link);
    expect(page.text).toContain("You already have an account. Sign in to continue.");
    expect(page.text).not.toContain('name="password"');
    const token = new URL(link, "http://counterpart.test").searchParams.get("token") ?? "";
    const form_token =
      /name="form_token" value="([^"]+)"/.exec((await thief.get("/dashboard/sign-in")).text)?.[1] ?? "";
    const forced = await thief.post("/dashboard/invitation", {
      token,
      form_token,
      password: "my own password now",
    });
    expect(forced.status).toBe(409);
    expect((await signIn(createVisitor(world), { email: person.email, password })).status).toBe(303);

    const visitor = createVisitor(world);
    await signIn(visitor, { email: person.email, password });
    const joined = await visitor.submit(link, "/dashboard/invitation");
    expect([joined.status, joined.location]).toEqual([303, "/dashboard"]);
    expect((await visitor.get(`/dashboard/stores/${second.store.slug}/people`)).status).toBe(200);
    expect((await visitor.get("/dashboard")).text).toContain(second.store.name);
  });

  test("is never in the log, and its token isn't stored", async () => {
    const link = await invited("logged@example.com");
    const token = new URL(link, "http://counterpart.test").searchParams.get("token") ?? "";
    await createVisitor(world).get(link);
    expect(world.logLines.some((line) => line.includes("/dashboard/invitation"))).toBe(true);
    expect(world.logLines.join("\n")).not.toContain(token);
    expect((await world.services.database.invitations.list(merchant.store.id)).join()).not.toContain(token);
  });
});

describe("the password of one's own account", () => {
  const changed = "quite another one";
  const change = (visitor: Visitor, fields: { current: string; password: string }) =>
    visitor.submit("/dashboard/account", "/dashboard/account/password", fields);

  test("is changed by a person who knows it, and every other session ends", async () => {
    const { email } = await personWithPassword();
    const [visitor, elsewhere] = [createVisitor(world), createVisitor(world)];
    for (const one of [visitor, elsewhere]) await signIn(one, { email, password });
    const page = await change(visitor, { current: password, password: changed });
    expect([page.status, page.location]).toEqual([303, "/dashboard/account"]);
    expect((await visitor.get("/dashboard/account")).text).toContain("Password changed.");
    expect((await elsewhere.get("/dashboard/account")).status).toBe(303);
    expect((await signIn(createVisitor(world), { email, password })).status).toBe(401);
    expect((await signIn(createVisitor(world), { email, password: changed })).status).toBe(303);
  });

  test.each([
    [
      "the current one is wrong",
      { current: `${password}.`, password: changed },
      "The current password is wrong.",
    ],
    ["the new one is short", { current: password, password: "short" }, "12 to 256 characters"],
  ])("isn't changed, and sessions continue, if %s", async (_, fields, told) => {
    const { email } = await personWithPassword();
    const [visitor, elsewhere] = [createVisitor(world), createVisitor(world)];
    for (const one of [visitor, elsewhere]) await signIn(one, { email, password });
    const page = await change(visitor, fields);
    expect([page.status, page.text.includes(told)]).toEqual([400, true]);
    expect((await elsewhere.get("/dashboard/account")).status).toBe(200);
    expect((await signIn(createVisitor(world), { email, password })).status).toBe(303);
  });

  test("can't be guessed: 429 after ten attempts", async () => {
    const limited = await startWorld({ limitsSignIn: true });
    try {
      const { store } = await limited.merchant();
      const visitor = await signedIn(limited, { storeId: store.id, role: "owner" });
      await limited.services.database.people.setPassword(visitor.person.id, passwordHash);
      await limited.services.database.dashboardSessions.start(
        visitor.cookies.get("counterpart-session") ?? "",
        visitor.person.id,
      );
      const { text } = await visitor.get("/dashboard/account");
      const form = hiddenFields(text, "/dashboard/account/password");
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 11; attempt++) {
        const fields = { ...form, current: attempt < 10 ? "wrong" : password, password: changed };
        statuses.push((await visitor.post("/dashboard/account/password", fields)).status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429]);
    } finally {
      await limited.close();
    }
  });

  test("isn't required if there is none", async () => {
    const visitor = await signedIn(world, {
      storeId: merchant.store.id,
      role: "staff",
      email: "passkey-only@example.com",
    });
    expect((await visitor.get("/dashboard/account")).text).not.toContain("/dashboard/account/password");
  });
});

test("a password reset link ends every session and the old password", async () => {
  const { email } = await personWithPassword();
  const visitor = createVisitor(world);
  await signIn(visitor, { email, password });
  const { link } = await inviteToNewPassword(world.services.database, email, {
    clock: () => world.clock.now,
    by: operator,
  });
  const renewed = await createVisitor(world).submit(link, "/dashboard/invitation", {
    password: "quite another one",
  });
  expect(renewed.status).toBe(303);
  expect((await visitor.get("/dashboard")).location).toContain("/dashboard/sign-in");
  expect((await signIn(createVisitor(world), { email, password })).status).toBe(401);
  expect((await signIn(createVisitor(world), { email, password: "quite another one" })).status).toBe(303);
});
