import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { CodeTerms } from "../../../server/domain/promotion-code.ts";
import { movedCodesText } from "../../../server/merchants/codes/move-codes.ts";
import { onPaymentPage } from "../../helpers/pay-page.ts";
import { cartWith, dataOf, openCheckout, orderOf, readSession } from "../../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const by = { kind: "command_line", id: "test" } as const;
let count = 0;

function terms(changes: Partial<CodeTerms> = {}): CodeTerms {
  const usual = {
    ...{ code: `MOVED-${++count}`, percentOff: 10, amountOffInCents: null, currency: "eur" },
    ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
  };
  return { ...usual, ...changes } as CodeTerms;
}

const create = ({ store }: Merchant, given = terms()) =>
  world.services.promotionCodes.create(store, given, { token: `token-${++count}`, by });

/** Connects another account, and moves the codes. */
async function reconnect(merchant: Merchant, account = `acct_moved${++count}`) {
  merchant.store = await world.services.paymentAccounts.connect(merchant.store, account, by);
  return world.services.moveCodes(merchant.store, by);
}

const codesOf = ({ store }: Merchant) => world.services.database.promotionCodes.list(store.id);

/** Pays with a code, which is typed on the payment page. */
async function payWith(merchant: Merchant, code: string) {
  const { url } = dataOf(await openCheckout(merchant, await cartWith(merchant, { font: 1 })));
  await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ outcome: "apply_code", promotion_code: code }),
  });
  await onPaymentPage(url);
  const session = await readSession(merchant, url.slice(url.lastIndexOf("/") + 1));
  return orderOf(merchant, session.id);
}

/** Whether the code is active at the provider. */
async function isActive({ account, providerId }: { account: string | null; providerId: string }) {
  const headers = {
    Authorization: "Bearer sk_test_world",
    ...(account !== null && { "Stripe-Account": account }),
  };
  const response = await fetch(`${world.standInUrl}/v1/promotion_codes/${providerId}`, { headers });
  return ((await response.json()) as { active: boolean }).active;
}

test("a code made before an account is connected works on it with the same terms", async () => {
  const merchant = await world.merchant({ paymentsConfigured: false });
  const expiresAt = world.clock.now + 86_400_000;
  const old = await create(
    merchant,
    terms({ percentOff: null, amountOffInCents: 500, minimumInCents: 2000, maxRedemptions: 3, expiresAt }),
  );
  expect(await reconnect(merchant)).toEqual([{ code: old.code, outcome: "moved", reason: null }]);
  const [moved, ended] = (await codesOf(merchant)).toSorted((a) => (a.id === old.id ? 1 : -1));
  const { id: _, account: __, providerId: ___, createdAt: ____, ...same } = old;
  expect(moved).toMatchObject({ ...same, account: merchant.store.stripeAccount });
  expect(ended).toMatchObject({ id: old.id, deactivatedAt: world.clock.now });
  expect(moved && (await isActive(moved))).toBe(true);
  expect(await isActive(old)).toBe(false);
  expect((await payWith(merchant, old.code)).amounts).toMatchObject({ discount: 500, total: 4400 });
  expect(await world.services.moveCodes(merchant.store, by)).toEqual([]);
});

test("a code that an earlier attempt created but didn't record is used, whatever was redeemed since", async () => {
  const { store } = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const { promotionCodes, database } = world.services;
  const attempt = { token: "moved code_1", by };
  const wanted = terms({ maxRedemptions: 3 });
  vi.spyOn(database.promotionCodes, "save").mockRejectedValueOnce(new Error("killed"));
  await expect(promotionCodes.create(store, wanted, attempt)).rejects.toThrow("killed");
  const saved = await promotionCodes.create(store, { ...wanted, maxRedemptions: 2 }, attempt);
  expect(await isActive(saved)).toBe(true);
  const other = promotionCodes.create(store, wanted, { token: "another", by });
  await expect(other).rejects.toMatchObject({ code: "CONFLICT" });
});

test("redemptions on the old account count", async () => {
  const merchant = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const [once, thrice] = [
    await create(merchant, terms({ maxRedemptions: 1 })),
    await create(merchant, terms({ maxRedemptions: 3 })),
  ];
  await payWith(merchant, once.code);
  await payWith(merchant, thrice.code);
  const moved = await reconnect(merchant);
  expect(moved).toHaveLength(2);
  expect(moved).toContainEqual({ code: once.code, outcome: "used_up", reason: null });
  const live = (await codesOf(merchant)).filter(({ deactivatedAt }) => deactivatedAt === null);
  expect(live).toMatchObject([{ code: thrice.code, maxRedemptions: 2 }]);
  expect(movedCodesText(moved)).toBe(
    `${thrice.code} now works on this account. ${once.code} is used up, and has ended.`,
  );
});

test("a code that the account has already stays, and the old one ends", async () => {
  const merchant = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const old = await create(merchant);
  merchant.store = await world.services.paymentAccounts.connect(merchant.store, "acct_taken", by);
  const kept = await create(merchant, terms({ code: old.code, percentOff: 20 }));
  expect(await world.services.moveCodes(merchant.store, by)).toEqual([
    { code: old.code, outcome: "replaced", reason: null },
  ]);
  const live = (await codesOf(merchant)).filter(({ deactivatedAt }) => deactivatedAt === null);
  expect(live).toEqual([kept]);
});

test("ended and expired codes stay where they are", async () => {
  const merchant = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const ended = await create(merchant);
  await world.services.promotionCodes.deactivate({ storeId: merchant.store.id, id: ended.id }, { by });
  await create(merchant, terms({ expiresAt: world.clock.now + 1000 }));
  world.clock.now += 1000;
  expect(await reconnect(merchant)).toEqual([]);
  expect(await codesOf(merchant)).toHaveLength(2);
});

test("what fails is named with the provider's reason, and can be repeated", async () => {
  const merchant = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const { code } = await create(merchant);
  world.stripe.fail({ path: "/v1/promotion_codes", how: 500, requests: 2 });
  const moved = await reconnect(merchant);
  world.stripe.clearFailures();
  expect(moved).toEqual([
    { code, outcome: "failed", reason: expect.stringContaining("busy or unreachable") },
  ]);
  expect(movedCodesText(moved)).toContain(`${code} is still on the other account: The payment provider`);
  expect(await world.services.moveCodes(merchant.store, by)).toMatchObject([{ code, outcome: "moved" }]);
});

test("after a failure between the two accounts, no second code is created", async () => {
  const merchant = await world.merchant({ stripeAccount: `acct_moved${++count}` });
  const old = await create(merchant);
  world.stripe.fail({ path: `/v1/promotion_codes/${old.providerId}`, how: 500, requests: 2 });
  expect(await reconnect(merchant)).toMatchObject([{ outcome: "failed" }]);
  world.stripe.clearFailures();
  expect(await world.services.moveCodes(merchant.store, by)).toMatchObject([{ outcome: "replaced" }]);
  const live = (await codesOf(merchant)).filter(({ deactivatedAt }) => deactivatedAt === null);
  expect(live).toMatchObject([{ code: old.code, account: merchant.store.stripeAccount }]);
});

test("codes leave an account that the owner has disconnected", async () => {
  const old = `acct_moved${++count}`;
  const merchant = await world.merchant({ stripeAccount: old });
  const { code } = await create(merchant, terms({ maxRedemptions: 5 }));
  world.stripe.setAccess(old, false);
  expect(await reconnect(merchant)).toEqual([{ code, outcome: "moved", reason: null }]);
});

test("a shared account's code is named for the store, and one of the store's own account isn't", async () => {
  const merchant = await world.merchant();
  const { code } = await create(merchant);
  await reconnect(merchant);
  expect((await payWith(merchant, code)).amounts).toMatchObject({ discount: 490 });
});
