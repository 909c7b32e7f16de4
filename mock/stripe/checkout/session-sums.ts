import type { Stripe } from "stripe";
import { lineCharge, shippingCharge } from "../amounts/charges.ts";
import { discountOf } from "../amounts/coupons.ts";
import { sumsOf } from "../amounts/sums.ts";
import { taxesByRate, taxesOf } from "../amounts/tax-rates.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import { idOf, type State } from "../state/state.ts";

/** The rate that is chosen now. */
export function chosenRate(
  account: AccountState,
  { session }: SessionRecord,
): Stripe.ShippingRate | undefined {
  return account.shippingRates.get(idOf(session.shipping_cost?.shipping_rate) ?? "");
}

export function couponOf(account: AccountState, { discount }: SessionRecord): Stripe.Coupon | undefined {
  return account.coupons.get(idOf(discount?.source.coupon) ?? "");
}

/** Writes the sums of an open session into it: of its lines, the chosen shipping, the discount and the tax. */
export function refreshSums(state: State, account: AccountState, record: SessionRecord): void {
  const { session, lineItems, discount } = record;
  const now = state.timeline.nowSeconds();
  const currency = session.currency ?? "usd";
  const coupon = couponOf(account, record);
  const rate = chosenRate(account, record);
  const calculatesTax = session.automatic_tax.enabled;
  const sums = sumsOf({
    lines: lineItems.map(({ price, amount_subtotal: amount }) => lineCharge(account, price, amount)),
    shipping: rate ? shippingCharge(account, rate) : null,
    discount: coupon ? discountOf(coupon) : null,
    taxCountry: calculatesTax ? record.taxCountry : null,
    currency,
  });
  const isTaxed = calculatesTax && record.taxCountry !== null;
  record.parts = {
    breakdown: {
      discounts: discount ? [{ amount: sums.discount, discount }] : [],
      taxes: isTaxed ? taxesByRate(now, [...sums.lines, ...(sums.shipping ? [sums.shipping] : [])]) : [],
    },
    shippingTaxes: isTaxed && sums.shipping ? taxesOf(now, sums.shipping) : [],
    lines: {},
  };
  for (const [index, item] of lineItems.entries()) {
    const sum = sums.lines[index];
    if (!sum) continue;
    item.amount_discount = sum.discount;
    item.amount_tax = sum.tax;
    item.amount_total = sum.total;
    record.parts.lines[item.id] = {
      discounts: discount ? [{ amount: sum.discount, discount }] : [],
      taxes: isTaxed ? taxesOf(now, sum) : [],
    };
  }
  session.amount_subtotal = sums.subtotal;
  session.amount_total = sums.total;
  session.total_details = {
    amount_discount: sums.discount,
    amount_shipping: sums.shipping?.subtotal ?? 0,
    amount_tax: sums.tax,
  };
  if (session.shipping_cost && sums.shipping) {
    session.shipping_cost.amount_subtotal = sums.shipping.subtotal;
    session.shipping_cost.amount_tax = sums.shipping.tax;
    session.shipping_cost.amount_total = sums.shipping.total;
  }
  if (calculatesTax) session.automatic_tax.status = isTaxed ? "complete" : "requires_location_inputs";
  session.payment_status = sums.total === 0 ? "no_payment_required" : "unpaid";
}
