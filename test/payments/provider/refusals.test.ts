import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ApiError } from "@counterpart/server/errors";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Offers } from "../../../server/domain/offers.ts";
import {
  createProvider,
  type Provider,
  type SessionToOpen,
} from "../../../server/payments/provider/provider.ts";
import { isDefiniteRefusal } from "../../../server/payments/provider/provider-errors.ts";

interface Refusal {
  status: number;
  error: { type: string; code?: string; param?: string; message: string };
}

/** In the place of Stripe: answers every call with one refusal. */
let refusal: Refusal;
let server: Server;
let provider: Provider;
beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume().on("end", () => {
      response.writeHead(refusal.status, { "Content-Type": "application/json" });
      // Only this endpoint's errors have another form: https://docs.stripe.com/connect/oauth-reference
      const isOauth = request.url === "/oauth/token";
      const { type, message } = refusal.error;
      const body = isOauth ? { error: type, error_description: message } : { error: refusal.error };
      response.end(JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const apiBase = `http://127.0.0.1:${port}`;
  provider = createProvider({ secretKey: "sk_test_refused", apiBase, webhookSecrets: [] }, Date.now);
});
afterAll(() => {
  server.close();
});

const one = { id: "xx_1", account: "acct_1" };
const offers: Offers = { shipping: [], takesCodes: false, tax: "inclusive" };
const session: SessionToOpen = {
  id: "chk_1",
  storeId: "store_1",
  account: null,
  customerId: null,
  customerEmail: "ines@reader.example",
  locale: null,
  metadata: {},
  storeName: "Harbour Press",
  mode: "payment",
  interval: null,
  lines: [{ productId: "prod_1", name: "Tide Poster", options: [], quantity: 1, unitPriceInCents: 2400 }],
  pictures: new Map(),
  currency: "eur",
  shippingCountries: null,
  offers,
  expiresAt: Date.now() + 31 * 60_000,
  successUrl: "https://shop.example/thanks",
  cancelUrl: "https://shop.example/cart",
};

/** Every call to the provider. */
const calls: Record<string, () => Promise<unknown>> = {
  openSession: () => provider.openSession(session),
  createCustomer: () =>
    provider.createCustomer({ storeId: "store_1", memberId: "member_1", account: null, email: null }),
  createPromotionCode: () =>
    provider.createPromotionCode({
      storeId: "store_1",
      account: null,
      key: "key",
      token: "token",
      name: "SPRING",
      terms: {
        code: "SPRING",
        currency: "eur",
        percentOff: 10,
        amountOffInCents: null,
        minimumInCents: null,
        maxRedemptions: null,
        expiresAt: null,
      } as Parameters<Provider["createPromotionCode"]>[0]["terms"],
    }),
  deactivatePromotionCode: () => provider.deactivatePromotionCode(one),
  countRedemptions: () => provider.countRedemptions(one),
  readSession: () => provider.readSession(one),
  listSessions: () =>
    provider.listSessions({ account: null, status: "expired", createdFrom: 0, after: undefined }),
  findSession: () => provider.findSession(one),
  readTaxes: () => provider.readTaxes(one),
  listEvents: () => provider.listEvents({ account: null }),
  expireSession: () => provider.expireSession(one),
  readSubscription: () => provider.readSubscription(one),
  listPaidInvoices: () => provider.listPaidInvoices(one),
  cancelSubscription: () => provider.cancelSubscription(one, "bought twice"),
  cancelAtPeriodEnd: () => provider.cancelAtPeriodEnd(one, "cancelled"),
  createPrice: () =>
    provider.createPrice({
      account: null,
      productId: "prod_1",
      name: "Print Club",
      options: [],
      amount: 900,
      currency: "eur",
      interval: "month",
      taxBehavior: undefined,
      taxCode: null,
    }),
  calculateTax: () =>
    provider.calculateTax({
      ...{ account: null, currency: "eur", behavior: "exclusive", shipping: null },
      lines: [{ reference: "prod_1", amount: 2400, quantity: 1, taxCode: null }],
      address: {
        ...{ name: null, line1: null, line2: null, city: null },
        ...{ state: null, postalCode: null, country: "IE" },
      },
    }),
  createIntent: () =>
    provider.createIntent({
      ...{ key: "chk_1-1", account: null, amount: 2400, currency: "eur" },
      ...{ calculationId: null, metadata: {}, shipping: null },
    }),
  confirmIntent: () =>
    provider.confirmIntent(one, { token: "spt_1", returnUrl: "https://shop.example/checkout/success" }),
  readIntent: () => provider.readIntent(one),
  cancelIntent: () => provider.cancelIntent(one),
  readPricedItem: () => provider.readPricedItem(one, "prod_1"),
  setPrice: () => provider.setPrice(one, { itemId: "si_1", priceId: "price_1" }),
  readRefunds: () => provider.readRefunds(one),
  refund: () =>
    provider.refund({
      ...one,
      paymentId: "pi_1",
      amount: 500,
      currency: "eur",
      refundId: null,
      refundStatus: null,
      requestedAt: 0,
    }),
  readDispute: () => provider.readDispute(one),
  readInvoice: () => provider.readInvoice(one),
  readAppliedCodes: () => provider.readAppliedCodes(one),
  findInvoice: () => provider.findInvoice(one),
  readInvoiceLinks: () => provider.readInvoiceLinks({ ...one, invoiceId: null }),
  isChargeable: () => provider.isChargeable("acct_1"),
  readAccount: () => provider.readAccount(null),
  canCalculateTax: () => provider.canCalculateTax(null),
  connectAccount: () => provider.connectAccount("ac_1"),
  createPortalConfiguration: () => provider.createPortalConfiguration(null),
  openPortal: () =>
    provider.openPortal({
      account: null,
      customerId: "cus_1",
      configurationId: "bpc_1",
      returnUrl: "https://shop.example",
    }),
};

const invalid = (message: string, code?: string, param?: string): Refusal => ({
  status: 400,
  error: { type: "invalid_request_error", message, ...(code && { code }), ...(param && { param }) },
});

// https://docs.stripe.com/api/errors and https://docs.stripe.com/error-codes
const documented: [string, Refusal][] = [
  ["400 without a code", invalid("Insufficient funds in your Stripe balance to refund this amount.")],
  ["400 amount_too_small", invalid("Amount must be at least 50 cents.", "amount_too_small")],
  ["400 charge_already_refunded", invalid("Charge ch_1 has been refunded.", "charge_already_refunded")],
  ["400 email_invalid", invalid("Invalid email address: ines@", "email_invalid", "customer_email")],
  [
    "400 parameter_invalid_string_empty",
    invalid("You passed an empty string.", "parameter_invalid_empty", "name"),
  ],
  [
    "400 of a price",
    invalid("Invalid integer: 0.5", "parameter_invalid_integer", "line_items[0][price_data][unit_amount]"),
  ],
  [
    "400 of a tax code",
    invalid("No such tax code", "tax_code", "line_items[0][price_data][product_data][tax_code]"),
  ],
  ["400 country_unsupported", invalid("Your account cannot currently make charges.", "account_problem")],
  [
    "402",
    { status: 402, error: { type: "card_error", code: "insufficient_funds", message: "Too little money." } },
  ],
  ["403", { status: 403, error: { type: "invalid_request_error", message: "This account can't do that." } }],
  ["404", { ...invalid("No such thing: 'xx_1'", "resource_missing", "id"), status: 404 }],
  ["401", { status: 401, error: { type: "invalid_request_error", message: "Invalid API Key provided" } }],
  ["409", { status: 409, error: { type: "invalid_request_error", message: "It conflicts with another." } }],
  ["424", { status: 424, error: { type: "api_error", message: "An external dependency failed." } }],
  [
    "429",
    { status: 429, error: { type: "invalid_request_error", code: "rate_limit", message: "Too many." } },
  ],
];

/** Calls for which a refusal is an answer. */
const answered: Record<string, string[]> = { "402": ["confirmIntent"], "404": ["readInvoiceLinks"] };

describe.each(documented)("a refusal with %s", (name, one) => {
  test("ends as a sentence with the provider's message, for each call", async () => {
    refusal = one;
    const errors = await Promise.all(
      Object.entries(calls).map(
        async ([call, run]): Promise<[string, unknown]> => [
          call,
          await run().then(
            () => "answered",
            (error: unknown) => error,
          ),
        ],
      ),
    );
    for (const [call, error] of errors) {
      if (answered[name]?.includes(call)) continue;
      expect(error, call).toBeInstanceOf(ApiError);
      const { message, status } = error as ApiError;
      expect(message, call).toMatch(/^[A-Z].*\. It says: ".+"$/);
      expect(message, call).toContain(one.error.message);
      expect(isDefiniteRefusal(error), call).toBe(true);
      // Callers that only read did nothing wrong.
      if (/^(read|list|find)/.test(call)) expect(status, call).toBe(500);
    }
  }, 300_000);
});

test("every call is tried", () => {
  const others = ["connectUrl", "now", "verifyEvent", "livemode"];
  expect(Object.keys(calls).concat(others).sort()).toEqual(Object.keys(provider).sort());
});

test.each<[string, Refusal]>([
  ["409 idempotency_key_in_use", { ...invalid("Still at work.", "idempotency_key_in_use"), status: 409 }],
  ["400 lock_timeout", invalid("Still at work.", "lock_timeout")],
  ["500", { status: 500, error: { type: "api_error", message: "Sorry!" } }],
])("%s is no definite refusal", async (_, one) => {
  refusal = one;
  const error = await provider.openSession(session).catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(ApiError);
  expect(isDefiniteRefusal(error)).toBe(false);
});

test("keys in the provider's message aren't quoted", async () => {
  const message = "The provided key 'rk_live_***********************Ab12' can't do this.";
  refusal = { status: 403, error: { type: "invalid_request_error", message } };
  const error: Error = await provider.readSession(one).catch((reason) => reason);
  expect(error.message).toContain("The provided key '…' can't do this.");
});
