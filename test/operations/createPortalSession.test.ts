import { send, testEveryResponse } from "@counterpart/testing";
import { afterAll, describe, expect, test } from "vitest";
import { isLive } from "../../server/domain/subscription-state.ts";
import { testCommonRefusals } from "../helpers/common-refusals.ts";
import {
  answerOf,
  cartWith,
  dataOf,
  openCheckout,
  pay,
  paymentPage,
  readSession,
} from "../helpers/shopping.ts";
import { type Merchant, startWorld } from "../helpers/world.ts";

const world = await startWorld({ rateLimits: { portal: 30 } });
afterAll(() => world.close());

const hour = 60 * 60 * 1000;

function openPortal({ client }: Merchant, memberSessionId: string) {
  return client.POST("/v1/subscription/portal", { body: { memberSessionId } });
}

/** Signs a member in at a store, for an hour. Returns the session. */
async function signIn({ store }: Merchant, memberId: string): Promise<string> {
  const memberSessionId = `session-of-${memberId}-at-${store.slug}`;
  const session = { storeId: store.id, memberId, memberSessionId, expiresInSeconds: hour / 1000 };
  await world.services.database.memberSessions.register(session);
  return memberSessionId;
}

async function subscribe(merchant: Merchant, memberSessionId?: string, email?: string): Promise<void> {
  const url = await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId);
  await readSession(merchant, await pay(url, email));
}

test("200 the URL of a page where the subscriber can manage the subscription", async () => {
  const merchant = await world.merchant();
  const ines = await signIn(merchant, "ines");
  await subscribe(merchant, ines);
  const data = dataOf(await openPortal(merchant, ines));
  expect(Object.keys(data)).toEqual(["url"]);
  const page = await fetch(data.url);
  expect(page.status).toBe(200);
  expect(await page.text()).toContain("Print Club");
});

test("200 a fresh URL each time, even from another session of the same member", async () => {
  const merchant = await world.merchant();
  const ines = await signIn(merchant, "ines");
  await subscribe(merchant, ines);
  const urls = [dataOf(await openPortal(merchant, ines)).url, dataOf(await openPortal(merchant, ines)).url];
  expect(new Set(urls).size).toBe(2);
  const { memberSessions } = world.services.database;
  const elsewhere = { storeId: merchant.store.id, memberId: "ines", memberSessionId: "on her phone" };
  await memberSessions.register({ ...elsewhere, expiresInSeconds: 60 });
  expect(answerOf(await openPortal(merchant, "on her phone"))).toBe("200");
});

test("200 while a renewal is overdue, since the portal is where the card is replaced", async () => {
  const merchant = await world.merchant();
  await subscribe(merchant, await signIn(merchant, "ines"));
  const { subscriptions } = world.services.database;
  const owner = { storeId: merchant.store.id, memberId: "ines" };
  const [subscription] = await subscriptions.listLive(owner);
  world.stripe.refuseRenewals(subscription?.id ?? "");
  world.clock.now += 32 * 24 * hour;
  await world.stripe.advance(0);
  expect(answerOf(await openPortal(merchant, await signIn(merchant, "ines")))).toBe("200");
  expect(await subscriptions.listLive(owner)).toMatchObject([{ status: "past_due" }]);
});

test.each([
  ["active", true],
  ["trialing", true],
  ["past_due", true],
  ["canceled", false],
  ["unpaid", true],
  ["incomplete", false],
  ["incomplete_expired", false],
  ["paused", true],
])("a subscription that is %s opens the portal: %s", (status, opens) => {
  expect(isLive({ status })).toBe(opens);
});

test("400 before 404, 404 before 403, 403 before 409", async () => {
  const merchant = await world.merchant({ paymentsConfigured: false });
  const { key } = merchant;
  const ines = await signIn(merchant, "ines");
  expect((await send(world, "POST", "/v1/subscription/portal", { key, json: {} })).status).toBe(400);
  expect(answerOf(await openPortal(merchant, "unknown"))).toBe("404 NOT_FOUND");
  expect(answerOf(await openPortal(merchant, ines))).toBe("403 FORBIDDEN");
});

test("403 FORBIDDEN for a member who has bought nothing, or no subscription", async () => {
  const merchant = await world.merchant();
  const ines = await signIn(merchant, "ines");
  expect(answerOf(await openPortal(merchant, ines))).toBe("403 FORBIDDEN");
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }), ines);
  await readSession(merchant, await pay(url));
  expect(answerOf(await openPortal(merchant, ines))).toBe("403 FORBIDDEN");
});

test("403 FORBIDDEN for another person's subscription with the same email address, since an address proves nothing", async () => {
  const merchant = await world.merchant();
  const [ines, tom] = [await signIn(merchant, "ines"), await signIn(merchant, "tom")];
  await subscribe(merchant, ines, "family@reader.example");
  await subscribe(merchant, undefined, "family@reader.example");
  const url = await paymentPage(merchant, await cartWith(merchant, { poster: 1 }), tom);
  await readSession(merchant, await pay(url, "family@reader.example"));
  expect(answerOf(await openPortal(merchant, tom))).toBe("403 FORBIDDEN");
  expect(answerOf(await openPortal(merchant, ines))).toBe("200");
});

test("403 FORBIDDEN for a subscription that was opened but not paid", async () => {
  const merchant = await world.merchant();
  const ines = await signIn(merchant, "ines");
  await openCheckout(merchant, await cartWith(merchant, { monthly: 1 }), { memberSessionId: ines });
  expect(answerOf(await openPortal(merchant, ines))).toBe("403 FORBIDDEN");
});

test("403 FORBIDDEN at another store, where the same member has no subscription", async () => {
  const [merchant, other] = [await world.merchant(), await world.merchant()];
  await subscribe(merchant, await signIn(merchant, "ines"));
  expect(answerOf(await openPortal(other, await signIn(other, "ines")))).toBe("403 FORBIDDEN");
});

test("404 NOT_FOUND for a member session that is unknown, another store's or expired", async () => {
  const [merchant, stranger] = [await world.merchant(), await world.merchant()];
  const ines = await signIn(merchant, "ines");
  await subscribe(merchant, ines);
  const unknown = await openPortal(stranger, "unknown");
  const foreign = await openPortal(stranger, ines);
  expect(answerOf(unknown)).toBe("404 NOT_FOUND");
  expect(answerOf(foreign)).toBe("404 NOT_FOUND");
  expect(foreign.error).toEqual(unknown.error);
  world.clock.now += hour - 1;
  expect(answerOf(await openPortal(merchant, ines))).toBe("200");
  world.clock.now += 1;
  expect(answerOf(await openPortal(merchant, ines))).toBe("404 NOT_FOUND");
});

test("409 PAYMENTS_NOT_CONFIGURED for a subscriber of a store that is no longer connected", async () => {
  const merchant = await world.merchant();
  const ines = await signIn(merchant, "ines");
  await subscribe(merchant, ines);
  await world.services.database.stores.update(merchant.store.slug, { paymentsConfigured: false });
  expect(answerOf(await openPortal(merchant, ines))).toBe("409 PAYMENTS_NOT_CONFIGURED");
});

describe("400 VALIDATION_ERROR", () => {
  test.each([
    ["no session", {}],
    ["null", { memberSessionId: null }],
    ["an empty session", { memberSessionId: "" }],
    ["a number", { memberSessionId: 1 }],
    ["more than 8 KiB", { memberSessionId: "m".repeat(8193) }],
    ["an email address beside it", { memberSessionId: "m", email: "ines@reader.example" }],
  ])("for %s", async (_, json) => {
    const { key } = await world.merchant();
    const { status, code } = await send(world, "POST", "/v1/subscription/portal", { key, json });
    expect([status, code]).toEqual([400, "VALIDATION_ERROR"]);
  });
});

test("the log contains no key, no member session and no portal URL", () => {
  const log = world.logLines.join("");
  expect(log).not.toMatch(/\bcp_[A-Za-z0-9_-]{8}/);
  expect(log).not.toContain("session-of-");
  expect(log).not.toContain(world.standInUrl);
});

test("409 CONFLICT for an Idempotency-Key that was sent for another member", async () => {
  const { key } = await world.merchant();
  const headers = { "Idempotency-Key": "portal-17" };
  const open = (memberSessionId: string) =>
    send(world, "POST", "/v1/subscription/portal", { key, headers, json: { memberSessionId } });
  expect((await open("one")).status).toBe(404);
  const { status, code } = await open("another");
  expect([status, code]).toEqual([409, "CONFLICT"]);
});

testCommonRefusals(world, "createPortalSession");
testEveryResponse(world, "createPortalSession");
