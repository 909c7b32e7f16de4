import type Stripe from "stripe";
import { describe, expect, it } from "vitest";
import { startStandIn } from "./helpers/start-stand-in.ts";

type StandIn = Awaited<ReturnType<typeof startStandIn>>;

async function grant(
  { stripe }: Pick<StandIn, "stripe">,
  method = "pm_card_visa",
  limits = {},
): Promise<string> {
  const { id } = (await stripe.rawRequest("POST", "/v1/test_helpers/shared_payment/granted_tokens", {
    payment_method: method,
    usage_limits: { currency: "eur", max_amount: 5000, ...limits },
  })) as unknown as { id: string };
  return id;
}

const intentOf = ({ stripe }: Pick<StandIn, "stripe">, amount = 2400) =>
  stripe.paymentIntents.create({ amount, currency: "eur", allowed_payment_method_types: ["card"] });

function confirm(
  { stripe }: Pick<StandIn, "stripe">,
  id: string,
  token: string,
): Promise<Stripe.PaymentIntent> {
  const params = {
    payment_method_data: { shared_payment_granted_token: token },
    error_on_requires_action: true,
  };
  return stripe.paymentIntents.confirm(id, params as unknown as Stripe.PaymentIntentConfirmParams);
}

describe("a payment intent", () => {
  it("charges no one until a granted token confirms it, once", async () => {
    const standIn = await startStandIn();
    const { id, status } = await intentOf(standIn);
    expect(status).toBe("requires_payment_method");
    const token = await grant(standIn);
    const paid = await confirm(standIn, id, token);
    expect(paid).toMatchObject({ status: "succeeded", amount_received: 2400 });
    await expect(confirm(standIn, id, await grant(standIn))).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
    const other = await intentOf(standIn);
    await expect(confirm(standIn, other.id, token)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    });
  });

  it("is declined like the card behind the token, and can then be cancelled", async () => {
    const standIn = await startStandIn();
    const { id } = await intentOf(standIn);
    await expect(
      confirm(standIn, id, await grant(standIn, "pm_card_visa_chargeDeclined")),
    ).rejects.toMatchObject({ type: "StripeCardError", code: "card_declined" });
    await expect(
      confirm(standIn, id, await grant(standIn, "pm_card_authenticationRequired")),
    ).rejects.toMatchObject({ code: "authentication_required" });
    expect((await standIn.stripe.paymentIntents.cancel(id)).status).toBe("canceled");
    await expect(confirm(standIn, id, await grant(standIn))).rejects.toMatchObject({
      code: "payment_intent_unexpected_state",
    });
  });

  it.each([
    ["a larger sum", { max_amount: 2399 }],
    ["another currency", { currency: "usd" }],
    ["a later time", { expires_at: 1 }],
  ])("isn't paid by a token for %s", async (_, limits) => {
    const standIn = await startStandIn();
    const { id } = await intentOf(standIn);
    await expect(confirm(standIn, id, await grant(standIn, "pm_card_visa", limits))).rejects.toMatchObject({
      param: "payment_method_data[shared_payment_granted_token]",
    });
  });
});

describe("a payment intent whose buyer the bank asks", () => {
  async function asked() {
    const standIn = await startStandIn();
    const { id } = await intentOf(standIn);
    const token = await grant(standIn, "pm_card_authenticationRequired");
    const params = {
      payment_method_data: { shared_payment_granted_token: token },
      return_url: "https://shop.example/thanks",
    } as unknown as Stripe.PaymentIntentConfirmParams;
    const { status, next_action: action } = await standIn.stripe.paymentIntents.confirm(id, params);
    expect([status, action?.type]).toEqual(["requires_action", "redirect_to_url"]);
    const page = action?.redirect_to_url?.url ?? "";
    const answer = async (outcome: string) => {
      const body = new URLSearchParams({ outcome });
      const response = await fetch(page, { method: "POST", redirect: "manual", body });
      return [response.status, response.headers.get("location")];
    };
    return { ...standIn, id, token, page, answer };
  }

  it("is paid with the same token once the buyer has agreed on the page", async () => {
    const { stripe, id, page, answer, ...standIn } = await asked();
    expect(await (await fetch(page)).text()).toContain("€24.00");
    expect(await answer("authenticated")).toEqual([303, "https://shop.example/thanks"]);
    expect(await stripe.paymentIntents.retrieve(id)).toMatchObject({
      status: "succeeded",
      next_action: null,
    });
    expect((await answer("authenticated"))[0]).toBe(404);
    const other = await intentOf({ stripe });
    await expect(confirm({ stripe }, other.id, standIn.token)).rejects.toMatchObject({
      type: "StripeInvalidRequestError",
    });
  });

  it("waits for another payment method if the buyer hasn't, and for nothing once it is cancelled", async () => {
    const { stripe, id, answer } = await asked();
    expect((await answer("authentication_failed"))[0]).toBe(303);
    expect((await stripe.paymentIntents.retrieve(id)).status).toBe("requires_payment_method");
    const other = await asked();
    await other.stripe.paymentIntents.cancel(other.id);
    expect((await other.answer("authenticated"))[0]).toBe(404);
  });
});

describe("a tax calculation", () => {
  const wanted = (country: string) => ({
    currency: "eur",
    line_items: [{ amount: 7200, quantity: 3, reference: "poster", tax_behavior: "exclusive" as const }],
    shipping_cost: { amount: 500, tax_behavior: "exclusive" as const },
    customer_details: { address: { country }, address_source: "shipping" as const },
  });

  it("adds the tax of each part, and is the amount of its payment", async () => {
    const standIn = await startStandIn();
    standIn.control.setTaxOrigin(undefined, "IE");
    const { stripe } = standIn;
    const made = await stripe.tax.calculations.create(wanted("IE"));
    expect(made).toMatchObject({ tax_amount_exclusive: 1656 + 115, amount_total: 7700 + 1656 + 115 });
    const of = (amount: number) =>
      stripe.paymentIntents.create({
        ...{ amount, currency: "eur", allowed_payment_method_types: ["card"] },
        hooks: { inputs: { tax: { calculation: made.id ?? "" } } },
      });
    expect((await of(made.amount_total)).amount).toBe(9471);
    await expect(of(9470)).rejects.toMatchObject({ param: "hooks[inputs][tax][calculation]" });
  });

  it("has its line items on request, ten in the calculation and the rest in their list", async () => {
    const { stripe, control } = await startStandIn();
    control.setTaxOrigin(undefined, "IE");
    const book = { amount: 1000, quantity: 1, tax_code: "txcd_35010000" };
    const books = Array.from({ length: 10 }, (_, n) => ({ ...book, reference: `book-${n}` }));
    const plain = await stripe.tax.calculations.create(wanted("IE"));
    expect(plain.line_items).toBeUndefined();
    expect(plain.shipping_cost).toMatchObject({ amount: 500, amount_tax: 115 });
    const made = await stripe.tax.calculations.create({
      ...wanted("IE"),
      line_items: [...books, ...wanted("IE").line_items],
      expand: ["line_items"],
    });
    expect(made.line_items?.has_more).toBe(true);
    expect(made.line_items?.data.map(({ amount_tax }) => amount_tax)).toEqual(books.map(() => 0));
    const { data } = await stripe.tax.calculations.listLineItems(made.id ?? "", { limit: 100 });
    expect(data.length).toBe(11);
    expect(data.at(-1)).toMatchObject({ reference: "poster", amount: 7200, amount_tax: 1656, quantity: 3 });
    await expect(stripe.tax.calculations.listLineItems("taxcalc_none")).rejects.toMatchObject({
      code: "resource_missing",
    });
  });

  it("needs the account's origin, and a place", async () => {
    const { stripe, control } = await startStandIn();
    await expect(stripe.tax.calculations.create(wanted("IE"))).rejects.toThrow("valid origin address");
    control.setTaxOrigin(undefined, "IE");
    await expect(stripe.tax.calculations.create(wanted("US"))).rejects.toMatchObject({
      code: "customer_tax_location_invalid",
    });
  });
});
