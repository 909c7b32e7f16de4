import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { invite } from "../../server/people/invitations.ts";
import { migratedDatabase } from "../helpers/data/test-database.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";
import { createVisitor, type Visitor } from "./dashboard-visitor.ts";
import { type Account, startOpenIdProvider } from "./openid-provider.ts";
import { quickHash } from "./quick-hash.ts";

let provider: Awaited<ReturnType<typeof startOpenIdProvider>>;
let world: World;
let merchant: Merchant;
let home: string;
beforeAll(async () => {
  provider = await startOpenIdProvider();
  world = await startWorld({ openId: provider.settings });
  merchant = await world.merchant();
  home = `/dashboard/stores/${merchant.store.slug}`;
});
afterAll(async () => {
  await world.close();
  await provider.close();
});

let n = 0;
const someone = (): Account & { email: string } => ({
  sub: `sub-${n}`,
  email: `openid-${n++}@example.com`,
  email_verified: true,
});

const inviteTo = ({ store }: Merchant, email: string) =>
  invite(
    world.services.database,
    { storeId: store.id, email, role: "owner" },
    { clock: () => world.clock.now, by: { kind: "command_line", id: "root" } },
  );

/** Signs in at the provider as this account and returns. */
async function signIn(visitor: Visitor, account: Account, next = "") {
  const { location } = await visitor.get(`/dashboard/sign-in/openid?${new URLSearchParams({ next })}`);
  return visitor.get(`/dashboard/sign-in/openid/callback?${provider.authorize(location, account)}`);
}

describe("signing in by OpenID", () => {
  test("is offered on the page, and sends PKCE, state and nonce", async () => {
    const visitor = createVisitor(world);
    expect((await visitor.get("/dashboard/sign-in")).text).toContain("Sign in with Harbour ID");
    const { status, location } = await visitor.get("/dashboard/sign-in/openid");
    const { searchParams } = new URL(location);
    expect(status).toBe(303);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "counterpart",
      redirect_uri: "http://counterpart.test/dashboard/sign-in/openid/callback",
      response_type: "code",
      scope: "openid email",
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
  });

  test("303 to the requested page for an invited person, whose open invitations are accepted", async () => {
    const account = someone();
    const second = await world.merchant();
    for (const one of [merchant, second]) await inviteTo(one, account.email);
    const visitor = createVisitor(world);
    const page = await signIn(visitor, { ...account, email: account.email.toUpperCase() }, `${home}/people`);
    expect([page.status, page.location]).toEqual([303, `${home}/people`]);
    expect((await visitor.get(`/dashboard/stores/${second.store.slug}`)).status).toBe(200);
    expect((await signIn(createVisitor(world), account)).status).toBe(303);
  });

  test.each<[string, (account: Account) => Account]>([
    ["whose address isn't verified", (account) => ({ ...account, email_verified: false })],
    ["without an address", ({ sub }) => ({ sub })],
    ["who wasn't invited", (account) => ({ ...account, email: "nobody@example.com" })],
  ])("403 for a person %s", async (_, change) => {
    const account = someone();
    await inviteTo(merchant, account.email);
    const visitor = createVisitor(world);
    const page = await signIn(visitor, change(account));
    expect([page.status, visitor.cookies.has("counterpart-session")]).toEqual([403, false]);
  });

  test("403 for another account with the address of a person who has already signed in", async () => {
    const account = someone();
    await inviteTo(merchant, account.email);
    await signIn(createVisitor(world), account);
    expect((await signIn(createVisitor(world), { ...account, sub: "sub-other" })).status).toBe(403);
  });

  test.each([
    ["KELVIN SIGN, which Unicode lower-cases to k", (email: string) => email.replace("k", "\u212a")],
    ["a byte order mark before it", (email: string) => `\ufeff${email}`],
    ["a no-break space after it", (email: string) => `${email}\u00a0`],
  ])("403 for an address that differs from a person's by a %s", async (_, change) => {
    const owner = { ...someone(), email: `keeper-${n}@kiosk.example` };
    await inviteTo(merchant, owner.email);
    const { people } = world.services.database;
    const id = `person_keeper${n}`;
    await people.add({ id, email: owner.email, storeId: merchant.store.id, role: "owner" });
    await people.setPassword(id, quickHash("a long walk by the sea"));
    const other = { ...someone(), email: change(owner.email) };
    expect((await signIn(createVisitor(world), other)).status).toBe(403);
    expect((await people.passwordOf(owner.email))?.passwordHash).not.toBeNull();
    const upper = { ...owner, email: owner.email.toUpperCase() };
    expect((await signIn(createVisitor(world), upper)).status).toBe(303);
  });

  test("401 for another state, another nonce, a used code, and another browser", async () => {
    const account = someone();
    await inviteTo(merchant, account.email);
    const begin = async (visitor: Visitor) => (await visitor.get("/dashboard/sign-in/openid")).location;
    const back = (visitor: Visitor, query: URLSearchParams) =>
      visitor.get(`/dashboard/sign-in/openid/callback?${query}`);

    const visitor = createVisitor(world);
    const wrongState = provider.authorize(await begin(visitor), account);
    wrongState.set("state", "x".repeat(43));
    expect((await back(visitor, wrongState)).status).toBe(401);

    const otherNonce = { ...account, nonce: "of another attempt" };
    expect((await back(visitor, provider.authorize(await begin(visitor), otherNonce))).status).toBe(401);

    const stolen = provider.authorize(await begin(visitor), account);
    expect((await back(createVisitor(world), stolen)).status).toBe(401);
    expect((await back(visitor, stolen)).status).toBe(303);
    expect((await back(visitor, stolen)).status).toBe(401);
  });

  test("401 when the person takes longer than ten minutes", async () => {
    const account = someone();
    await inviteTo(merchant, account.email);
    const visitor = createVisitor(world);
    const query = provider.authorize((await visitor.get("/dashboard/sign-in/openid")).location, account);
    world.clock.now += 10 * 60_000;
    expect((await visitor.get(`/dashboard/sign-in/openid/callback?${query}`)).status).toBe(401);
  });

  test("removes an account's password and sessions the first time, so that an earlier holder loses access", async () => {
    const account = someone();
    const { people, dashboardSessions } = world.services.database;
    const early = await people.add({
      id: `person_early${n}`,
      email: account.email,
      storeId: merchant.store.id,
      role: "owner",
    });
    await people.setPassword(early.id, quickHash("a long walk by the sea"));
    await dashboardSessions.start("e".repeat(43), early.id);
    const visitor = createVisitor(world);
    await signIn(visitor, account);
    expect(await dashboardSessions.find("e".repeat(43))).toBeUndefined();
    expect((await people.passwordOf(account.email))?.passwordHash).toBeNull();
    expect((await visitor.get(home)).status).toBe(200);
  });
});

test("404 without a configured OpenID provider, and the page doesn't mention it", async () => {
  const without = await startWorld();
  try {
    const visitor = createVisitor(without);
    expect((await visitor.get("/dashboard/sign-in/openid")).status).toBe(404);
    expect((await visitor.get("/dashboard/sign-in/openid/callback")).status).toBe(404);
    expect((await visitor.get("/dashboard/sign-in")).text).not.toContain("openid");
  } finally {
    await without.close();
  }
});

test("500 while the provider is away", async () => {
  const settings = { ...provider.settings, issuer: "http://127.0.0.1:1" };
  const away = await startWorld({ openId: settings });
  try {
    const page = await createVisitor(away).get("/dashboard/sign-in/openid");
    expect([page.status, page.text.includes("is unavailable right now")]).toEqual([500, true]);
  } finally {
    await away.close();
  }
});

test("people stay signed in while the client's secret is changed", async () => {
  const { url: databaseUrl, drop } = await migratedDatabase();
  const next = { ...provider.settings, clientSecret: "the second secret" };
  const before = await startWorld({ databaseUrl, openId: provider.settings });
  const after = await startWorld({ databaseUrl, openId: next });
  onTestFinished(async () => {
    provider.changeSecrets(provider.settings.clientSecret);
    await before.close();
    await after.close();
    await drop();
  });
  const { store } = await before.merchant();
  const account = someone();
  await invite(
    before.services.database,
    { storeId: store.id, email: account.email, role: "owner" },
    { clock: () => before.clock.now, by: { kind: "command_line", id: "root" } },
  );
  const signInAt = async (world: World) => {
    const visitor = createVisitor(world);
    const { status } = await signIn(visitor, account);
    return { status, cookies: visitor.cookies };
  };
  const { status, cookies } = await signInAt(before);
  expect(status).toBe(303);
  provider.changeSecrets(provider.settings.clientSecret, next.clientSecret);
  expect((await signInAt(before)).status).toBe(303);
  expect((await signInAt(after)).status).toBe(303);
  provider.changeSecrets(next.clientSecret);
  expect((await signInAt(before)).status).not.toBe(303);
  expect((await signInAt(after)).status).toBe(303);
  const signedIn = createVisitor(after);
  for (const [name, value] of cookies) signedIn.cookies.set(name, value);
  expect((await signedIn.get(`/dashboard/stores/${store.slug}`)).status).toBe(200);
});
