import { createStripeStandIn } from "@counterpart/stripe-stand-in";
import { expect, test } from "vitest";
import { neededRights } from "../../../server/payments/provider/needed-rights.ts";
import { createProvider, type Provider } from "../../../server/payments/provider/provider.ts";
import { usedPermissions } from "../../helpers/unlisted-permissions.ts";

/** A new function of the provider has to be added here. */
type Calls = {
  [Name in Exclude<
    keyof Provider,
    "connectUrl" | "connectAccount" | "verifyEvent" | "livemode" | "now"
  >]: Parameters<Provider[Name]>;
};

const object = { id: "none", account: null };

const calls: Calls = {
  openSession: [
    {
      id: "cs_1",
      storeId: "store_1",
      account: null,
      customerId: null,
      customerEmail: null,
      locale: null,
      metadata: {},
      storeName: "Harbour Press",
      mode: "payment",
      interval: null,
      lines: [{ productId: "prod_1", name: "Poster", options: [], quantity: 1, unitPriceInCents: 3200 }],
      pictures: new Map(),
      currency: "eur",
      shippingCountries: null,
      offers: null,
      expiresAt: Date.now() + 31 * 60_000,
      successUrl: "https://shop.example/thanks",
      cancelUrl: "https://shop.example/cart",
    },
  ],
  createPromotionCode: [
    {
      ...{ storeId: "store_1", account: null, key: "key_1", token: "token_1", name: "SUMMER" },
      terms: {
        ...{ code: "SUMMER", percentOff: 10, amountOffInCents: null, currency: "eur" },
        ...{ minimumInCents: null, maxRedemptions: null, expiresAt: null },
      },
    },
  ],
  deactivatePromotionCode: [object],
  countRedemptions: [object],
  createCustomer: [{ storeId: "store_1", memberId: "member_1", account: null, email: null }],
  readSession: [object],
  listSessions: [{ account: null, status: "complete", createdFrom: Date.now(), after: undefined }],
  findSession: [object],
  readTaxes: [object],
  listEvents: [{ account: null, createdTo: Date.now() }],
  expireSession: [object],
  readSubscription: [object],
  listPaidInvoices: [object],
  cancelSubscription: [object, "Bought twice"],
  cancelAtPeriodEnd: [object, "Cancelled"],
  readRefunds: [object],
  refund: [
    {
      id: "refund_1",
      paymentId: "pi_none",
      account: null,
      amount: 100,
      currency: "eur",
      refundId: null,
      refundStatus: null,
      requestedAt: Date.now(),
    },
  ],
  readDispute: [object],
  readInvoice: [object],
  findInvoice: [object],
  readAppliedCodes: [object],
  createPrice: [
    {
      account: null,
      productId: "prod_1",
      name: "Club",
      options: [],
      amount: 900,
      currency: "eur",
      interval: "month",
      taxBehavior: undefined,
      taxCode: null,
    },
  ],
  calculateTax: [
    {
      ...{ account: null, currency: "eur", behavior: "exclusive", shipping: null },
      lines: [{ reference: "prod_1", amount: 900, quantity: 1, taxCode: null }],
      address: {
        ...{ name: null, line1: null, line2: null, city: null },
        ...{ state: null, postalCode: null, country: "IE" },
      },
    },
  ],
  createIntent: [
    {
      ...{ key: "chk_1-1", account: null, amount: 900, currency: "eur" },
      ...{ calculationId: null, metadata: {}, shipping: null },
    },
  ],
  confirmIntent: [object, { token: "spt_none", returnUrl: "https://shop.example/checkout/success" }],
  readIntent: [object],
  cancelIntent: [object],
  readPricedItem: [object, "prod_1"],
  setPrice: [object, { itemId: "si_none", priceId: "price_none" }],
  readInvoiceLinks: [{ ...object, invoiceId: null }],
  isChargeable: ["acct_none"],
  readAccount: ["acct_none"],
  canCalculateTax: [null],
  createPortalConfiguration: [null],
  openPortal: [
    { account: null, customerId: "cus_none", configurationId: "bpc_none", returnUrl: "https://shop.example" },
  ],
};

test("the listed rights are exactly those that the provider's functions need", async () => {
  const stripe = createStripeStandIn();
  const standIn = await stripe.listen(0, "127.0.0.1");
  const settings = { secretKey: "rk_test_rights", apiBase: standIn.url, webhookSecrets: [] };
  const provider = createProvider(settings, Date.now);
  for (const [name, args] of Object.entries(calls)) {
    const before = stripe.control.requests().length;
    // The requested object doesn't exist, but the request still needs the right.
    await Reflect.apply(Reflect.get(provider, name), provider, args).catch(() => {});
    expect(stripe.control.requests().length, name).toBeGreaterThan(before);
  }
  await standIn.close();
  expect(usedPermissions(stripe.control.requests())).toEqual(
    neededRights.map(({ permission }) => permission).toSorted(),
  );
});
