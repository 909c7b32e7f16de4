import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createPortal } from "../../server/members/portal.ts";
import { createProvider } from "../../server/payments/provider/provider.ts";
import { answerOf, cartWith, pay, paymentPage, readSession } from "../helpers/shopping.ts";
import { type Merchant, startWorld, type World } from "../helpers/world.ts";

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const memberSessionId = "session-of-ines";
let accounts = 0;

/** A store on its own account, whose member Ines has a subscription. */
async function subscriber(): Promise<{ merchant: Merchant; account: string }> {
  const account = `acct_portal${++accounts}`;
  const merchant = await world.merchant({ stripeAccount: account });
  const storeId = merchant.store.id;
  const session = { storeId, memberId: "ines", memberSessionId, expiresInSeconds: 3600 };
  await world.services.database.memberSessions.register(session);
  await readSession(
    merchant,
    await pay(await paymentPage(merchant, await cartWith(merchant, { monthly: 1 }), memberSessionId)),
  );
  return { merchant, account };
}

function openPortal({ client }: Merchant) {
  return client.POST("/v1/subscription/portal", { body: { memberSessionId } });
}

const configurationsMade = (since = 0) =>
  world.stripe.events("billing_portal.configuration.created").slice(since).length;

test("200 with a portal that doesn't depend on the account's settings at the provider", async () => {
  const { merchant, account } = await subscriber();
  expect(answerOf(await openPortal(merchant))).toBe("200");
  const asked = world.stripe
    .requests()
    .findLast((one) => one.path === "/v1/billing_portal/configurations" && one.account === account);
  expect(asked?.form).toMatchObject({
    features: {
      customer_update: { enabled: "true", allowed_updates: ["email", "address"] },
      invoice_history: { enabled: "true" },
      payment_method_update: { enabled: "true" },
      subscription_cancel: { enabled: "true", mode: "at_period_end", proration_behavior: "none" },
      subscription_update: { enabled: "false" },
    },
    login_page: { enabled: "false" },
  });
});

describe("a stored configuration that the provider doesn't know", () => {
  /** As after a change of keys. */
  async function forgotten() {
    const { merchant, account } = await subscriber();
    const { portalConfigurations } = world.services.database;
    const stored = () => portalConfigurations.find(account);
    await portalConfigurations.save(account, "bpc_of_other_keys");
    return { merchant, account, stored };
  }

  test("200 is replaced once for all later requests", async () => {
    const { merchant, stored } = await forgotten();
    const before = configurationsMade();
    expect(answerOf(await openPortal(merchant))).toBe("200");
    const replaced = await stored();
    expect(replaced).not.toBe("bpc_of_other_keys");
    expect(answerOf(await openPortal(merchant))).toBe("200");
    expect(await stored()).toBe(replaced);
    expect(configurationsMade(before)).toBe(1);
  });

  test("200 is replaced by one when several requests arrive at the same moment", async () => {
    const { merchant } = await forgotten();
    const before = configurationsMade();
    const answers = await Promise.all([1, 2, 3, 4].map(() => openPortal(merchant)));
    expect(answers.map(answerOf)).toEqual(["200", "200", "200", "200"]);
    expect(configurationsMade(before)).toBe(1);
  });

  test("200 is replaced by a new one each time, not by the provider's stored response for an earlier one", async () => {
    const { merchant, account } = await subscriber();
    const { portalConfigurations } = world.services.database;
    const made: (string | undefined)[] = [];
    for (const lost of ["bpc_lost", "bpc_lost_as_well", "bpc_lost_again"]) {
      expect(answerOf(await openPortal(merchant))).toBe("200");
      const dead = (await portalConfigurations.find(account)) ?? "";
      made.push(dead);
      await portalConfigurations.replace(account, { dead, configurationId: lost });
    }
    expect(new Set(made).size).toBe(3);
  });

  test("is replaced once per request: a second refusal is an error", async () => {
    const { merchant, account } = await forgotten();
    const settings = { secretKey: "sk_test_world", apiBase: world.standInUrl, webhookSecrets: [] };
    const provider = createProvider(settings, () => world.clock.now);
    const asked: string[] = [];
    const portal = createPortal({
      database: world.services.database,
      provider: {
        ...provider,
        openPortal: async (wanted) => {
          asked.push(wanted.configurationId);
          return provider.openPortal({ ...wanted, account, configurationId: "bpc_never_known" });
        },
      },
      defaultReturnUrl: "https://shop.example/",
    });
    const opening = portal.open({ store: merchant.store, memberId: "ines" });
    await expect(opening).rejects.toMatchObject({
      message: expect.stringContaining("No such configuration"),
    });
    expect(asked.length).toBe(2);
  });
});

describe("a subscription that can't be read", () => {
  /** One that the provider doesn't know. It is listed first. */
  async function addUnknown({ store }: Merchant, account: string): Promise<void> {
    await world.services.database.subscriptions.save({
      id: `sub_0_${account}`,
      storeId: store.id,
      account,
      customerId: "cus_unknown",
      memberId: "ines",
      status: "active",
      fetchedAt: world.clock.now,
    });
  }

  test("200 doesn't block another one", async () => {
    const { merchant, account } = await subscriber();
    await addUnknown(merchant, account);
    const opened = await openPortal(merchant);
    expect(answerOf(opened)).toBe("200");
    expect(await (await fetch(opened.data?.data.url ?? "")).text()).toContain("Print Club");
  });

  test("500 INTERNAL_ERROR instead of 403 when no other one is live", async () => {
    const { merchant, account } = await subscriber();
    await addUnknown(merchant, account);
    const { subscriptions } = world.services.database;
    const owner = { storeId: merchant.store.id, memberId: "ines" };
    for (const one of await subscriptions.listLive(owner)) {
      if (one.customerId !== "cus_unknown") {
        await subscriptions.save({ ...one, status: "canceled", fetchedAt: one.fetchedAt + 1 });
      }
    }
    expect(answerOf(await openPortal(merchant))).toBe("500 INTERNAL_ERROR");
  });

  test("500 INTERNAL_ERROR with Retry-After while the provider is unreachable", async () => {
    const { merchant } = await subscriber();
    world.stripe.fail({ how: 503, requests: 4, path: "/v1/subscriptions" });
    const refused = await openPortal(merchant);
    world.stripe.clearFailures();
    expect(answerOf(refused)).toBe("500 INTERNAL_ERROR");
    expect(Number(refused.response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(answerOf(await openPortal(merchant))).toBe("200");
  });

  test("409 PAYMENTS_NOT_CONFIGURED when it is on a former account that is gone", async () => {
    const { merchant, account } = await subscriber();
    const change = { stripeAccount: `${account}next` };
    await world.services.database.stores.update(merchant.store.slug, change);
    expect(answerOf(await openPortal(merchant))).toBe("200");
    world.stripe.setAccess(account, false);
    expect(answerOf(await openPortal(merchant))).toBe("409 PAYMENTS_NOT_CONFIGURED");
    expect((await merchant.client.GET("/v1/products/store")).data?.data.paymentsConfigured).toBe(true);
  });
});
