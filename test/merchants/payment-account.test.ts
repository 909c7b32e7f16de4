import { afterAll, beforeAll, expect, test } from "vitest";
import type { Actor } from "../../server/domain/actor.ts";
import { createPaymentAccounts } from "../../server/merchants/payments/payment-account.ts";
import { createProvider } from "../../server/payments/provider/provider.ts";
import { buy } from "../helpers/shopping.ts";
import { startWorld, type World } from "../helpers/world.ts";

const ann: Actor = { kind: "person", id: "usr_ann" };
const returnUrl = "http://counterpart.test/dashboard/payments/connected";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

function accounts(clientId?: string) {
  const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
  const provider = createProvider({ ...settings, ...(clientId && { clientId }) }, () => world.clock.now);
  return createPaymentAccounts({ database: world.services.database, provider });
}

/** Completes the provider's page as an account's owner. Returns the URL that they are redirected to. */
async function answer(connectUrl: string, choice: "connect" | "deny"): Promise<URL> {
  const { searchParams, origin } = new URL(connectUrl);
  expect((await fetch(connectUrl)).status).toBe(200);
  const body = new URLSearchParams([...searchParams, ["answer", choice]]);
  const answered = await fetch(`${origin}/oauth/authorize`, { method: "POST", redirect: "manual", body });
  return new URL(answered.headers.get("location") ?? "");
}

test("an owner connects their account, which then takes the store's payments", async () => {
  const merchant = await world.merchant({ paymentsConfigured: false });
  const url = accounts("ca_world").connectUrl({ state: "s+t/a=te", returnUrl }) ?? "";
  const back = await answer(url, "connect");
  expect(back.href.startsWith(returnUrl)).toBe(true);
  expect(back.searchParams.get("state")).toBe("s+t/a=te");
  const code = back.searchParams.get("code") ?? "";
  const store = await accounts("ca_world").connectByCode(merchant.store, code, ann);
  expect(store).toMatchObject({ stripeAccount: expect.stringMatching(/^acct_/), paymentsConfigured: true });
  await buy(merchant, { poster: 1 });
  expect(world.stripe.requests().find(({ path }) => path === "/v1/checkout/sessions")?.account).toBe(
    store.stripeAccount,
  );
  const { auditTrail } = world.services.database;
  expect((await auditTrail.list({ storeId: merchant.store.id, limit: 1 }))?.entries).toMatchObject([
    { by: ann, changes: { stripeAccount: { from: null, to: store.stripeAccount } } },
  ]);
});

test("a code connects once, and not after five minutes", async () => {
  const merchant = await world.merchant();
  const { connectUrl, connectByCode } = accounts("ca_world");
  const codeOf = async () =>
    (await answer(connectUrl({ state: "s", returnUrl }) ?? "", "connect")).searchParams.get("code") ?? "";
  const code = await codeOf();
  await connectByCode(merchant.store, code, ann);
  await expect(connectByCode(merchant.store, code, ann)).rejects.toMatchObject({ code: "CONFLICT" });
  const late = await codeOf();
  world.clock.now += 5 * 60_000;
  await expect(connectByCode(merchant.store, late, ann)).rejects.toMatchObject({ code: "CONFLICT" });
});

test("an owner who cancels comes back with the reason", async () => {
  const back = await answer(accounts("ca_world").connectUrl({ state: "s", returnUrl }) ?? "", "deny");
  expect(Object.fromEntries(back.searchParams)).toMatchObject({ state: "s", error: "access_denied" });
});

test("without a client id, there is no URL for connecting", () => {
  expect(accounts().connectUrl({ state: "s", returnUrl })).toBeUndefined();
});

test("without another address, it is the provider's own", () => {
  const provider = createProvider({ secretKey: "sk_test_1", webhookSecrets: [], clientId: "ca_1" }, Date.now);
  const url = new URL(provider.connectUrl({ state: "s", returnUrl }) ?? "");
  expect(url.origin + url.pathname).toBe("https://connect.stripe.com/oauth/authorize");
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: "code",
    client_id: "ca_1",
    scope: "read_write",
    redirect_uri: returnUrl,
    state: "s",
  });
});
