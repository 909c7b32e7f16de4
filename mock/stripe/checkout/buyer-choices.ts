import { newDiscount } from "../amounts/coupons.ts";
import { codeFor, type Purchase, whyUnusable } from "../amounts/promotion-codes.ts";
import { formatMoney, smallestChargeIn } from "../conventions/money.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import type { Buyer } from "../state/buyer.ts";
import { idOf, type State } from "../state/state.ts";
import { refreshSums } from "./session-sums.ts";

interface At {
  state: State;
  account: AccountState;
}

/** Chooses one of the offered shipping rates. False if it isn't offered. */
export function chooseShipping({ session }: SessionRecord, rateId: string): boolean {
  const isOffered = session.shipping_options.some(({ shipping_rate: rate }) => idOf(rate) === rateId);
  if (isOffered && session.shipping_cost) session.shipping_cost.shipping_rate = rateId;
  return isOffered;
}

/** Calculates tax for where the buyer is. */
export function setPlace(record: SessionRecord, { shipping, billing }: Buyer, { state, account }: At): void {
  record.taxCountry = shipping?.address.country ?? billing?.country ?? record.taxCountry;
  refreshSums(state, account, record);
}

/** Applies the promotion code that the buyer typed, or returns why not. */
export function applyCode(record: SessionRecord, typed: string, { state, account }: At): string | undefined {
  const { session } = record;
  if (!session.allow_promotion_codes) return "This checkout takes no promotion codes.";
  const found = codeFor(account, typed, purchaseOf(record, state));
  if ("message" in found) return found.message;
  const before = record.discount;
  record.discount = newDiscount(state.timeline.nowSeconds(), {
    coupon: idOf(found.promotion.coupon) ?? "",
    promotionCode: found.id,
    session: session.id,
    customer: idOf(session.customer),
  });
  refreshSums(state, account, record);
  const currency = session.currency ?? "usd";
  const least = smallestChargeIn(currency);
  const total = session.amount_total ?? 0;
  if (total > 0 && total < least) {
    record.discount = before;
    refreshSums(state, account, record);
    return `This code would make the total less than ${formatMoney(least, currency)}.`;
  }
  session.discounts = [{ coupon: null, promotion_code: found.id }];
  return undefined;
}

export function removeCode(record: SessionRecord, { state, account }: At): void {
  if (!record.session.allow_promotion_codes) return;
  record.discount = null;
  record.session.discounts = [];
  refreshSums(state, account, record);
}

/** Removes a code that can no longer be redeemed, such as one that another buyer has just used up. */
export function checkCode(record: SessionRecord, at: At): string | undefined {
  const code = at.account.promotionCodes.get(idOf(record.discount?.promotion_code) ?? "");
  if (!code) return undefined;
  const message = whyUnusable(at.account, code, purchaseOf(record, at.state));
  if (message !== undefined) removeCode(record, at);
  return message;
}

function purchaseOf({ session }: SessionRecord, state: State): Purchase {
  return {
    customer: idOf(session.customer),
    subtotal: session.amount_subtotal ?? 0,
    currency: session.currency ?? "usd",
    now: state.timeline.nowSeconds(),
  };
}
