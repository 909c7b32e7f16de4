import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import {
  day,
  line,
  monthly,
  nowSeconds,
  order,
  startStandIn,
  submit,
  subscriptionOrder,
} from "./helpers/start-stand-in.ts";

type StandIn = Awaited<ReturnType<typeof startStandIn>>;
type ShippingOption = Stripe.Checkout.SessionCreateParams.ShippingOption;

const email = "ada@example.com";

const address = (country: string) => ({
  name: "Ada Lovelace",
  address: { city: null, country, line1: "Ringstraße 1", line2: null, postal_code: "1010", state: null },
});

function shipping(name: string, amount: number, changes = {}): ShippingOption {
  return {
    shipping_rate_data: {
      display_name: name,
      type: "fixed_amount",
      fixed_amount: { amount, currency: "usd" },
      ...changes,
    },
  };
}

const standard = shipping("Standard", 500, {
  delivery_estimate: {
    minimum: { unit: "business_day", value: 3 },
    maximum: { unit: "business_day", value: 5 },
  },
});
const express = shipping("Express", 1500);
const shipped = {
  shipping_address_collection: { allowed_countries: ["AT", "DE", "US"] },
} satisfies Partial<Stripe.Checkout.SessionCreateParams>;

async function code(
  { stripe }: StandIn,
  coupon: Stripe.CouponCreateParams,
  changes: Partial<Stripe.PromotionCodeCreateParams> = {},
) {
  const { id } = await stripe.coupons.create(coupon);
  return stripe.promotionCodes.create({
    promotion: { type: "coupon", coupon: id },
    code: "SPRING",
    ...changes,
  });
}

const read = ({ stripe }: StandIn, id: string) =>
  stripe.checkout.sessions.retrieve(id, {
    expand: ["total_details.breakdown", "shipping_cost.taxes", "line_items.data.taxes", "payment_intent"],
  });

describe("shipping", () => {
  it("offers the rates, the first of which is chosen at first", async () => {
    const { stripe } = await startStandIn();
    const session = await stripe.checkout.sessions.create(
      order({ ...shipped, shipping_options: [standard, express] }),
    );
    expect(session).toMatchObject({
      amount_subtotal: 4800,
      amount_total: 5300,
      shipping_cost: { amount_subtotal: 500, amount_tax: 0, amount_total: 500 },
      shipping_options: [{ shipping_amount: 500 }, { shipping_amount: 1500 }],
      total_details: { amount_discount: 0, amount_shipping: 500, amount_tax: 0 },
    });
    expect(session.shipping_cost?.shipping_rate).toBe(session.shipping_options[0]?.shipping_rate);
    const rate = await stripe.shippingRates.retrieve(String(session.shipping_options[0]?.shipping_rate));
    expect(rate).toMatchObject({ display_name: "Standard", delivery_estimate: { maximum: { value: 5 } } });
  });

  it("charges the rate that the buyer chooses on the page", async () => {
    const standIn = await startStandIn();
    const {
      id,
      url,
      shipping_options: options,
    } = await standIn.stripe.checkout.sessions.create(
      order({ ...shipped, shipping_options: [standard, express] }),
    );
    const page = await (await fetch(String(url))).text();
    expect(page).toContain("3–5 business days");
    expect(page).toContain("$15.00");
    const paid = await submit(String(url), {
      email,
      outcome: "pay",
      shipping_rate: String(options[1]?.shipping_rate),
    });
    expect(paid.status).toBe(303);
    expect(await read(standIn, id)).toMatchObject({
      amount_total: 6300,
      payment_intent: { amount: 6300, amount_received: 6300 },
      shipping_cost: { amount_total: 1500, shipping_rate: options[1]?.shipping_rate },
    });
    await standIn.control.refund(id, 6300);
    await expect(standIn.control.refund(id, 1)).rejects.toThrow("already been refunded");
  });

  it("200 asks again when the total is no longer the one that the page showed", async () => {
    const standIn = await startStandIn();
    const {
      id,
      url,
      shipping_options: options,
    } = await standIn.stripe.checkout.sessions.create(
      order({ ...shipped, shipping_options: [standard, express] }),
    );
    const choice = { email, outcome: "pay", shipping_rate: String(options[1]?.shipping_rate) };
    const page = await submit(String(url), { ...choice, total: "5300" });
    expect(await page.text()).toContain("The total is now $63.00.");
    expect((await standIn.stripe.checkout.sessions.retrieve(id)).status).toBe("open");
    expect((await submit(String(url), { ...choice, total: "6300" })).status).toBe(303);
  });

  it("200 updates the total without paying, and keeps the input", async () => {
    const standIn = await startStandIn();
    const { url, shipping_options: options } = await standIn.stripe.checkout.sessions.create(
      order({ ...shipped, shipping_options: [standard, express] }),
    );
    const page = await submit(String(url), {
      outcome: "update",
      total: "5300",
      shipping_name: "Ada Lovelace",
      shipping_rate: String(options[1]?.shipping_rate),
    });
    const text = await page.text();
    expect(text).toContain("Pay $63.00");
    expect(text).toContain('value="Ada Lovelace"');
    expect(text).not.toContain('role="alert"');
  });

  it("offers stored rates by their ids", async () => {
    const { stripe } = await startStandIn();
    const rate = await stripe.shippingRates.create({
      display_name: "Standard",
      type: "fixed_amount",
      fixed_amount: { amount: 500, currency: "usd" },
    });
    const offered = order({ shipping_options: [{ shipping_rate: rate.id }] });
    expect((await stripe.checkout.sessions.create(offered)).amount_total).toBe(5300);
    await stripe.shippingRates.update(rate.id, { active: false });
    await expect(stripe.checkout.sessions.create(offered)).rejects.toMatchObject({
      param: "shipping_options[0][shipping_rate]",
    });
    expect((await stripe.shippingRates.list({ active: true })).data).toEqual([]);
  });

  const refusals: [string, Stripe.Checkout.SessionCreateParams, object][] = [
    [
      "400 in subscription mode",
      subscriptionOrder({ shipping_options: [standard] }),
      { param: "shipping_options", message: "You can not pass `shipping_options` in `subscription` mode." },
    ],
    [
      "400 for six options",
      order({ shipping_options: Array(6).fill(standard) }),
      { param: "shipping_options" },
    ],
    [
      "400 for another currency",
      order({
        shipping_options: [shipping("Euro", 500, { fixed_amount: { amount: 500, currency: "eur" } })],
      }),
      { param: "shipping_options[0]" },
    ],
    [
      "400 for an unknown rate",
      order({ shipping_options: [{ shipping_rate: "shr_none" }] }),
      { code: "resource_missing", param: "shipping_options[0][shipping_rate]" },
    ],
    [
      "400 for an option with two rates",
      order({ shipping_options: [{ ...standard, shipping_rate: "shr_none" }] }),
      { param: "shipping_options[0]" },
    ],
  ];
  it.each(refusals)("%s", async (_title, params, error) => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(params)).rejects.toMatchObject(error);
  });
});

describe("tax", () => {
  const taxed = { automatic_tax: { enabled: true } };

  it("400 while the account has no origin address", async () => {
    const { stripe, control } = await startStandIn();
    await expect(stripe.checkout.sessions.create(order(taxed))).rejects.toThrow("valid origin address");
    expect(await stripe.tax.settings.retrieve()).toMatchObject({ status: "pending", head_office: null });
    await stripe.tax.settings.update({ head_office: { address: { country: "DE" } } });
    expect(await stripe.tax.settings.retrieve()).toMatchObject({ status: "active" });
    expect((await stripe.checkout.sessions.create(order(taxed))).automatic_tax).toEqual({
      enabled: true,
      liability: { type: "self" },
      provider: "stripe",
      status: "requires_location_inputs",
    });
    const other = { stripeAccount: "acct_shop" };
    await expect(stripe.checkout.sessions.create(order(taxed), other)).rejects.toThrow("origin address");
    control.setTaxOrigin("acct_shop", "AT");
    expect((await stripe.checkout.sessions.create(order(taxed), other)).status).toBe("open");
  });

  it.each([
    ["exclusive", 4800, 912, 95, 5300 + 1007],
    ["inclusive", 4800, 766, 80, 5300],
  ] as const)(
    "is calculated from %s prices once the buyer's country is known",
    async (behavior, subtotal, onLines, onShipping, total) => {
      const standIn = await startStandIn();
      standIn.control.setTaxOrigin(undefined, "DE");
      const session = await standIn.stripe.checkout.sessions.create(
        order({
          ...taxed,
          ...shipped,
          line_items: [line(2400, { tax_behavior: behavior }, 2)],
          shipping_options: [shipping("Standard", 500, { tax_behavior: behavior })],
        }),
      );
      expect(session).toMatchObject({ amount_total: 5300, total_details: { amount_tax: 0 } });
      await standIn.control.pay(session.id, { email, shipping: address("DE") });
      expect(await read(standIn, session.id)).toMatchObject({
        amount_subtotal: subtotal,
        amount_total: total,
        automatic_tax: { status: "complete" },
        payment_intent: { amount: total },
        shipping_cost: { amount_subtotal: 500, amount_tax: onShipping },
        total_details: {
          amount_shipping: 500,
          amount_tax: onLines + onShipping,
          breakdown: {
            taxes: [
              {
                amount: onLines + onShipping,
                rate: { percentage: 19, country: "DE", inclusive: behavior === "inclusive", tax_type: "vat" },
                taxability_reason: "standard_rated",
              },
            ],
          },
        },
        line_items: { data: [{ amount_subtotal: 4800, amount_tax: onLines, taxes: [{ amount: onLines }] }] },
      });
    },
  );

  it("follows a product's tax code, and is nothing where the stand-in knows no tax", async () => {
    const standIn = await startStandIn();
    standIn.control.setTaxOrigin(undefined, "DE");
    const book = line(2000, {
      tax_behavior: "exclusive",
      product_data: { name: "Novel", tax_code: "txcd_35010000" },
    });
    const pay = async (country: string) => {
      const { id } = await standIn.stripe.checkout.sessions.create(
        order({ ...taxed, ...shipped, line_items: [book] }),
      );
      await standIn.control.pay(id, { email, shipping: address(country) });
      return standIn.stripe.checkout.sessions.retrieve(id);
    };
    expect((await pay("DE")).total_details?.amount_tax).toBe(140);
    expect((await pay("US")).total_details?.amount_tax).toBe(0);
  });

  it("200 asks for a country when nothing is shipped, and shows the tax before it is paid", async () => {
    const standIn = await startStandIn();
    standIn.control.setTaxOrigin(undefined, "DE");
    const { id, url } = await standIn.stripe.checkout.sessions.create(order(taxed));
    expect(await (await fetch(String(url))).text()).toContain("Enter your address");
    const form = { email, outcome: "pay", total: "4800", billing_country: "AT" };
    expect(await (await submit(String(url), form)).text()).toContain("The total is now $57.60.");
    await submit(String(url), { ...form, total: "5760" });
    expect(await standIn.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 5760,
      customer_details: { address: { country: "AT" } },
    });
  });

  it("400 for an existing customer whose address can't be kept", async () => {
    const { stripe, control } = await startStandIn();
    control.setTaxOrigin(undefined, "DE");
    const { id: customer } = await stripe.customers.create();
    await expect(stripe.checkout.sessions.create(order({ ...taxed, customer }))).rejects.toMatchObject({
      code: "customer_tax_location_invalid",
    });
    const kept = { customer, customer_update: { address: "auto" } } as const;
    expect((await stripe.checkout.sessions.create(order({ ...taxed, ...kept }))).status).toBe("open");
    await expect(stripe.checkout.sessions.create(order({ ...taxed, ...shipped, ...kept }))).rejects.toThrow(
      "set customer_update[shipping] to 'auto'",
    );
    const both = { customer, customer_update: { shipping: "auto" } } as const;
    const { id } = await stripe.checkout.sessions.create(order({ ...taxed, ...shipped, ...both }));
    await control.pay(id, { email, shipping: address("AT") });
    const again = await stripe.checkout.sessions.create(order({ ...taxed, customer }));
    expect(again).toMatchObject({ automatic_tax: { status: "complete" }, amount_total: 5760 });
  });

  it("400 for a customer_update without a customer, and for an unknown tax code", async () => {
    const { stripe } = await startStandIn();
    await expect(
      stripe.checkout.sessions.create(order({ customer_update: { address: "auto" } })),
    ).rejects.toMatchObject({ param: "customer_update" });
    await expect(
      stripe.checkout.sessions.create(
        order({ line_items: [line(100, { product_data: { name: "Novel", tax_code: "books" } })] }),
      ),
    ).rejects.toMatchObject({
      code: "resource_missing",
      param: "line_items[0][price_data][product_data][tax_code]",
    });
  });
});

describe("promotion codes", () => {
  const open = { allow_promotion_codes: true };

  it("takes a percentage off the lines, not off shipping, and counts the redemption", async () => {
    const standIn = await startStandIn();
    const promotion = await code(standIn, { percent_off: 12.5, name: "Spring" });
    const { id, url } = await standIn.stripe.checkout.sessions.create(
      order({ ...open, ...shipped, line_items: [line(999), line(333)], shipping_options: [standard] }),
    );
    const page = await (
      await submit(String(url), { outcome: "apply_code", promotion_code: "spring" })
    ).text();
    expect(page).toContain("−$1.67");
    await submit(String(url), { email, outcome: "pay" });
    const session = await read(standIn, id);
    // 12.5 % of 1332 is 166.5.
    expect(session).toMatchObject({
      amount_subtotal: 1332,
      amount_total: 1332 - 167 + 500,
      discounts: [{ coupon: null, promotion_code: promotion.id }],
      payment_intent: { amount: 1665 },
      total_details: {
        amount_discount: 167,
        breakdown: { discounts: [{ amount: 167, discount: { promotion_code: promotion.id } }] },
      },
    });
    expect(session.line_items?.data.map((item) => item.amount_discount)).toEqual([125, 42]);
    expect(await standIn.stripe.promotionCodes.retrieve(promotion.id)).toMatchObject({
      times_redeemed: 1,
      active: true,
    });
    const coupon = await standIn.stripe.coupons.retrieve(String(promotion.promotion.coupon));
    expect(coupon).toMatchObject({ times_redeemed: 1, valid: true });
  });

  it("taxes what is left after the discount", async () => {
    const standIn = await startStandIn();
    standIn.control.setTaxOrigin(undefined, "DE");
    await code(standIn, { amount_off: 800, currency: "usd" });
    const { id } = await standIn.stripe.checkout.sessions.create(
      order({ ...open, ...shipped, automatic_tax: { enabled: true } }),
    );
    await standIn.control.pay(id, { email, promotionCode: "SPRING", shipping: address("DE") });
    expect(await read(standIn, id)).toMatchObject({
      amount_total: 4760,
      total_details: { amount_discount: 800, amount_tax: 760 },
    });
  });

  it("completes a free order without a payment", async () => {
    const standIn = await startStandIn();
    await code(standIn, { percent_off: 100 });
    const { id } = await standIn.stripe.checkout.sessions.create(order(open));
    await standIn.control.pay(id, { email, promotionCode: "SPRING" });
    expect(await standIn.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 0,
      payment_intent: null,
      payment_status: "no_payment_required",
      status: "complete",
    });
  });

  it("is removed again by the buyer", async () => {
    const standIn = await startStandIn();
    await code(standIn, { percent_off: 50 });
    const { id, url } = await standIn.stripe.checkout.sessions.create(order(open));
    await submit(String(url), { outcome: "apply_code", promotion_code: "SPRING" });
    expect((await standIn.stripe.checkout.sessions.retrieve(id)).amount_total).toBe(2400);
    await submit(String(url), { outcome: "remove_code" });
    expect(await standIn.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 4800,
      discounts: [],
    });
  });

  const unusable: [string, Stripe.CouponCreateParams, Partial<Stripe.PromotionCodeCreateParams>, string][] = [
    ["an unknown code", { percent_off: 10 }, { code: "OTHER" }, "This code is invalid."],
    ["an inactive code", { percent_off: 10 }, { active: false }, "This code is invalid."],
    [
      "too small an order",
      { percent_off: 10 },
      { restrictions: { minimum_amount: 4801, minimum_amount_currency: "usd" } },
      "This code needs an order of at least $48.01.",
    ],
    ["another currency", { amount_off: 100, currency: "eur" }, {}, "This code is invalid for this currency."],
    ["less than the least charge", { amount_off: 4799, currency: "usd" }, {}, "less than $0.50"],
  ];
  it.each(unusable)("200 says why %s can't be used", async (_title, coupon, changes, message) => {
    const standIn = await startStandIn();
    await code(standIn, coupon, changes);
    const { id, url } = await standIn.stripe.checkout.sessions.create(order(open));
    const page = await submit(String(url), { outcome: "apply_code", promotion_code: "SPRING" });
    expect(await page.text()).toContain(message);
    expect(await standIn.stripe.checkout.sessions.retrieve(id)).toMatchObject({
      amount_total: 4800,
      discounts: [],
    });
  });

  it("ends at its time, which is reported", async () => {
    const standIn = await startStandIn();
    const promotion = await code(standIn, { percent_off: 10 }, { expires_at: nowSeconds + day });
    await standIn.control.advance(day);
    expect((await standIn.stripe.promotionCodes.retrieve(promotion.id)).active).toBe(false);
    expect(standIn.control.events("promotion_code.updated")).toMatchObject([
      { data: { previous_attributes: { active: true } } },
    ]);
    const { url } = await standIn.stripe.checkout.sessions.create(order(open));
    const page = await submit(String(url), { outcome: "apply_code", promotion_code: "SPRING" });
    expect(await page.text()).toContain("This code has expired.");
  });

  it("ends with its coupon", async () => {
    const standIn = await startStandIn();
    const promotion = await code(standIn, { percent_off: 10, redeem_by: nowSeconds + day });
    expect(promotion.expires_at).toBe(nowSeconds + day);
    const coupon = String(promotion.promotion.coupon);
    await standIn.control.advance(day);
    expect(await standIn.stripe.coupons.retrieve(coupon)).toMatchObject({ valid: false });
    await expect(
      standIn.stripe.checkout.sessions.create(order({ discounts: [{ coupon }] })),
    ).rejects.toMatchObject({ code: "coupon_expired" });
    await expect(standIn.stripe.promotionCodes.update(promotion.id, { active: true })).rejects.toThrow(
      "can no longer be redeemed",
    );
  });

  it("200 says to the buyer who came second that a code is used up", async () => {
    const standIn = await startStandIn();
    const promotion = await code(standIn, { percent_off: 50 }, { max_redemptions: 1 });
    const first = await standIn.stripe.checkout.sessions.create(order(open));
    const second = await standIn.stripe.checkout.sessions.create(order(open));
    for (const { url } of [first, second]) {
      await submit(String(url), { outcome: "apply_code", promotion_code: "SPRING" });
    }
    await submit(String(first.url), { email, outcome: "pay" });
    expect((await standIn.stripe.promotionCodes.retrieve(promotion.id)).active).toBe(false);
    const page = await submit(String(second.url), { email, outcome: "pay" });
    expect(await page.text()).toContain("This code is no longer valid. It has been removed.");
    expect((await standIn.stripe.checkout.sessions.retrieve(second.id)).amount_total).toBe(4800);
  });

  it("is for first-time customers only, if it says so", async () => {
    const standIn = await startStandIn();
    await code(standIn, { percent_off: 10 }, { restrictions: { first_time_transaction: true } });
    const { id: customer } = await standIn.stripe.customers.create();
    const first = await standIn.stripe.checkout.sessions.create(order({ ...open, customer }));
    await standIn.control.pay(first.id, { email, promotionCode: "SPRING" });
    const second = await standIn.stripe.checkout.sessions.create(order({ ...open, customer }));
    await expect(standIn.control.pay(second.id, { email, promotionCode: "SPRING" })).rejects.toThrow(
      "first-time customers only",
    );
  });

  it("belongs to one customer, if it says so", async () => {
    const standIn = await startStandIn();
    const { id: customer } = await standIn.stripe.customers.create();
    await code(standIn, { percent_off: 10 }, { customer });
    const guest = await standIn.stripe.checkout.sessions.create(order(open));
    await expect(standIn.control.pay(guest.id, { email, promotionCode: "SPRING" })).rejects.toThrow(
      "invalid",
    );
    const own = await standIn.stripe.checkout.sessions.create(order({ ...open, customer }));
    await standIn.control.pay(own.id, { email, promotionCode: "SPRING" });
  });

  it("is applied by the shop, and then not removed by the buyer", async () => {
    const standIn = await startStandIn();
    const promotion = await code(standIn, { percent_off: 10 });
    const session = await standIn.stripe.checkout.sessions.create(
      order({ discounts: [{ promotion_code: promotion.id }] }),
    );
    expect(session).toMatchObject({
      amount_total: 4320,
      discounts: [{ promotion_code: promotion.id }],
      total_details: { amount_discount: 480 },
    });
    await submit(String(session.url), { outcome: "remove_code" });
    expect((await standIn.stripe.checkout.sessions.retrieve(session.id)).amount_total).toBe(4320);
  });

  const refusals: [string, Partial<Stripe.Checkout.SessionCreateParams>, object][] = [
    [
      "400 for codes and discounts together",
      { allow_promotion_codes: false, discounts: [{ coupon: "SUMMER" }] },
      { message: "You may only specify one of these parameters: allow_promotion_codes, discounts." },
    ],
    ["400 for two discounts", { discounts: [{ coupon: "a" }, { coupon: "b" }] }, { param: "discounts" }],
    ["400 for an unknown coupon", { discounts: [{ coupon: "none" }] }, { code: "resource_missing" }],
    [
      "400 for an unknown code",
      { discounts: [{ promotion_code: "promo_none" }] },
      { code: "resource_missing" },
    ],
  ];
  it.each(refusals)("%s", async (_title, params, error) => {
    const { stripe } = await startStandIn();
    await expect(stripe.checkout.sessions.create(order(params))).rejects.toMatchObject(error);
  });

  it("lists and changes coupons and codes", async () => {
    const standIn = await startStandIn();
    const { stripe } = standIn;
    const promotion = await code(standIn, { id: "SUMMER", percent_off: 10, metadata: { season: "summer" } });
    await expect(stripe.coupons.create({ id: "SUMMER", percent_off: 5 })).rejects.toMatchObject({
      code: "resource_already_exists",
    });
    await expect(
      stripe.promotionCodes.create({ promotion: { type: "coupon", coupon: "SUMMER" }, code: "spring" }),
    ).rejects.toThrow("An active promotion code with `code: spring` already exists.");
    expect(
      (await stripe.promotionCodes.list({ code: "SPRING", coupon: "SUMMER", active: true })).data,
    ).toHaveLength(1);
    const [listed] = (await stripe.promotionCodes.list({ expand: ["data.promotion.coupon"] })).data;
    expect(listed?.promotion.coupon).toMatchObject({ percent_off: 10 });
    expect(await stripe.promotionCodes.update(promotion.id, { active: false })).toMatchObject({
      active: false,
    });
    expect(await stripe.coupons.update("SUMMER", { name: "Summer", metadata: { season: "" } })).toMatchObject(
      {
        name: "Summer",
        metadata: {},
      },
    );
    expect((await stripe.coupons.list()).data).toHaveLength(1);
    expect(await stripe.coupons.del("SUMMER")).toMatchObject({
      id: "SUMMER",
      object: "coupon",
      deleted: true,
    });
    expect((await stripe.coupons.list()).data).toEqual([]);
  });

  const couponRefusals: [string, Stripe.CouponCreateParams][] = [
    ["400 without a discount", {}],
    ["400 with both discounts", { percent_off: 10, amount_off: 100, currency: "usd" }],
    ["400 for more than everything", { percent_off: 101 }],
    ["400 for an amount without a currency", { amount_off: 100 }],
    ["400 for repeating without months", { percent_off: 10, duration: "repeating" }],
    ["400 for an end in the past", { percent_off: 10, redeem_by: nowSeconds }],
  ];
  it.each(couponRefusals)("%s", async (_title, params) => {
    const { stripe } = await startStandIn();
    await expect(stripe.coupons.create(params)).rejects.toMatchObject({ statusCode: 400 });
  });

  const codeRefusals: [string, Partial<Stripe.PromotionCodeCreateParams>, string][] = [
    ["400 for other signs", { code: "10 %" }, "code"],
    ["400 for an end in the past", { expires_at: nowSeconds }, "expires_at"],
    ["400 for an end after the coupon's", { expires_at: nowSeconds + 3 * day }, "expires_at"],
    ["400 for more redemptions than the coupon's", { max_redemptions: 11 }, "max_redemptions"],
    [
      "400 for a minimum without a currency",
      { restrictions: { minimum_amount: 100 } },
      "restrictions[minimum_amount_currency]",
    ],
    ["400 for an unknown customer", { customer: "cus_none" }, "customer"],
  ];
  it.each(codeRefusals)("%s", async (_title, changes, param) => {
    const standIn = await startStandIn();
    const coupon = { percent_off: 10, max_redemptions: 10, redeem_by: nowSeconds + 2 * day };
    await expect(code(standIn, coupon, changes)).rejects.toMatchObject({ statusCode: 400, param });
  });
});

describe("a discounted subscription", () => {
  it.each([
    ["once", {}, [600, 1200, 1200, 1200]],
    ["repeating", { duration_in_months: 2 }, [600, 600, 1200, 1200]],
    ["forever", {}, [600, 600, 600, 600]],
  ] as const)("with a coupon for %s", async (duration, changes, amounts) => {
    const standIn = await startStandIn();
    await code(standIn, { percent_off: 50, duration, ...changes });
    const { id } = await standIn.stripe.checkout.sessions.create(
      subscriptionOrder({ allow_promotion_codes: true }),
    );
    await standIn.control.pay(id, { email, promotionCode: "SPRING" });
    await standIn.control.advance(93 * day);
    const paid = standIn.control.events("invoice.paid").map(({ data }) => data.object);
    expect(paid.map((invoice) => (invoice as Stripe.Invoice).amount_paid)).toEqual(amounts);
    expect(paid[0]).toMatchObject({ subtotal: 1200, total: 600, total_discount_amounts: [{ amount: 600 }] });
  });

  it("is taxed on each invoice", async () => {
    const standIn = await startStandIn();
    standIn.control.setTaxOrigin(undefined, "DE");
    const { id } = await standIn.stripe.checkout.sessions.create(
      subscriptionOrder({
        automatic_tax: { enabled: true },
        line_items: [line(1200, { ...monthly, tax_behavior: "exclusive" })],
      }),
    );
    await standIn.control.pay(id, { email, billing: address("DE").address });
    await standIn.control.advance(31 * day);
    expect(standIn.control.events("invoice.paid").map(({ data }) => data.object)).toMatchObject([
      { subtotal: 1200, total: 1428, total_taxes: [{ amount: 228 }], automatic_tax: { enabled: true } },
      { subtotal: 1200, total: 1428, amount_paid: 1428 },
    ]);
  });
});
