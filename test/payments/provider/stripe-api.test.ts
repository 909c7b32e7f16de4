import { createStripeStandIn, type Listening } from "@counterpart/stripe-stand-in";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newId } from "../../../server/domain/ids.ts";
import {
  createProvider,
  type Provider,
  type SessionToOpen,
} from "../../../server/payments/provider/provider.ts";

import { isUnknownObject } from "../../../server/payments/provider/provider-errors.ts";

/** Steps on hosted pages are in other tests, because this one also runs against Stripe itself. */
const testKey = process.env.STRIPE_TEST_SECRET_KEY;

describe("the stand-in", () => {
  let standIn: Listening;
  beforeAll(async () => {
    standIn = await createStripeStandIn().listen();
  });
  afterAll(() => standIn.close());
  speaksLikeStripe(() => ({ secretKey: "sk_test_stand_in", apiBase: standIn.url, webhookSecrets: [] }));
});

describe.skipIf(testKey === undefined)(
  testKey === undefined ? "Stripe: not run, STRIPE_TEST_SECRET_KEY is not set" : "Stripe",
  () => {
    if (testKey !== undefined && !/^(sk|rk)_test_/.test(testKey)) {
      throw new Error("STRIPE_TEST_SECRET_KEY must be a key of the test mode.");
    }
    speaksLikeStripe(() => ({ secretKey: testKey ?? "", webhookSecrets: [] }));
  },
);

function speaksLikeStripe(settings: () => Parameters<typeof createProvider>[0]): void {
  let provider: Provider;
  beforeAll(() => {
    provider = createProvider(settings(), Date.now);
  });

  const session = (changes: Partial<SessionToOpen> = {}): SessionToOpen => ({
    id: newId("chk"),
    storeId: "store_1",
    account: null,
    customerId: null,
    customerEmail: null,
    locale: null,
    metadata: {},
    storeName: "Harbour Press",
    mode: "payment",
    interval: null,
    lines: [{ productId: "prod_1", name: "Tide Poster", options: [], quantity: 2, unitPriceInCents: 2400 }],
    pictures: new Map([["prod_1", "https://shop.example/poster.jpg"]]),
    currency: "eur",
    shippingCountries: null,
    offers: null,
    expiresAt: Date.now() + 31 * 60_000,
    successUrl: "https://shop.example/thanks?from=checkout#top",
    cancelUrl: "https://shop.example/cart",
    ...changes,
  });

  test("opens a session, and returns the same session when asked again", async () => {
    const wanted = session();
    const opened = await provider.openSession(wanted);
    expect(opened.url).toMatch(/^https?:\/\//);
    expect(await provider.openSession(wanted)).toEqual(opened);
    expect(await provider.readSession({ id: opened.providerId, account: null })).toMatchObject({
      status: "open",
      paymentStatus: "unpaid",
      url: opened.url,
      paymentId: null,
    });
  });

  test("opens a session with an email address, a language and the caller's own texts", async () => {
    const metadata = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`text ${n}`, "x".repeat(500)]));
    const wanted = { customerEmail: "ines@reader.example", locale: "pt-BR", metadata } as const;
    expect((await provider.openSession(session(wanted))).url).toMatch(/^https?:\/\//);
  });

  test("400 VALIDATION_ERROR for a guest's and a member's email address that is invalid there", async () => {
    const email = "ines@reader";
    const refusals = [
      provider.openSession(session({ customerEmail: email })),
      provider.createCustomer({ storeId: "store_1", memberId: newId("msess"), account: null, email }),
    ];
    for (const one of refusals) await expect(one).rejects.toMatchObject({ code: "VALIDATION_ERROR" });
  });

  test("opens a subscription", async () => {
    const opened = await provider.openSession(session({ mode: "subscription", interval: "month" }));
    expect(await provider.readSession({ id: opened.providerId, account: null })).toMatchObject({
      status: "open",
    });
  });

  test("creates one customer for a member, who pays with it, and another to replace a dead one", async () => {
    const owner = { storeId: "store_1", memberId: newId("msess"), account: null, email: null };
    const customerId = await provider.createCustomer(owner);
    expect(await provider.createCustomer(owner)).toBe(customerId);
    const opened = await provider.openSession(session({ customerId }));
    expect(opened.url).toMatch(/^https?:\/\//);
    expect(await provider.createCustomer({ ...owner, replaces: customerId })).not.toBe(customerId);
    const unknown = provider.openSession(session({ customerId: "cus_unknown" }));
    await expect(unknown).rejects.toSatisfy((error) => isUnknownObject(error, "customer"));
  });

  test("creates one portal configuration, and another to replace a dead one", async () => {
    const configurationId = await provider.createPortalConfiguration(null, "bpc_unknown");
    expect(await provider.createPortalConfiguration(null, "bpc_unknown")).toBe(configurationId);
    const customerId = await provider.createCustomer({
      storeId: "store_1",
      memberId: "ines",
      account: null,
      email: null,
    });
    const portal = { account: null, customerId, returnUrl: "https://shop.example/" };
    expect((await provider.openPortal({ ...portal, configurationId })).url).toMatch(/^https?:\/\//);
    const unknown = provider.openPortal({ ...portal, configurationId: "bpc_unknown" });
    await expect(unknown).rejects.toSatisfy((error) => isUnknownObject(error, "configuration"));
  });

  test("closes a session, and a second time without an error", async () => {
    const { providerId } = await provider.openSession(session());
    const ended = { status: "expired", paymentStatus: "unpaid", url: null };
    expect(await provider.expireSession({ id: providerId, account: null })).toMatchObject(ended);
    expect(await provider.expireSession({ id: providerId, account: null })).toMatchObject(ended);
  });

  test("accepts amounts in currencies without decimals and with three decimals unchanged", async () => {
    for (const [currency, unitPriceInCents] of [
      ["jpy", 500],
      ["kwd", 1250],
    ] as const) {
      const lines = [{ productId: "prod_1", name: "One", options: [], quantity: 1, unitPriceInCents }];
      await expect(provider.openSession(session({ currency, lines }))).resolves.toMatchObject({});
    }
  });

  test("refuses a total below its minimum as CONFLICT", async () => {
    const lines = [{ productId: "prod_1", name: "One", options: [], quantity: 1, unitPriceInCents: 1 }];
    await expect(provider.openSession(session({ lines }))).rejects.toMatchObject({ code: "CONFLICT" });
  });
}
