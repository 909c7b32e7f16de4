import type { Stripe } from "stripe";
import { refusal } from "../conventions/errors.ts";
import { newId, randomText } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import { formatMoney } from "../conventions/money.ts";
import {
  currency,
  flag,
  integer,
  isWithin,
  metadata,
  object,
  oneOf,
  type Params,
  pageOfList,
  range,
  read,
  text,
  withMetadata,
} from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import { find, findNamed, idOf, type State } from "../state/state.ts";

const createParams = object({
  active: flag().optional(),
  code: text(500).optional(),
  customer: text().optional(),
  expires_at: integer().optional(),
  max_redemptions: integer({ least: 1 }).optional(),
  metadata: metadata().optional(),
  promotion: object({
    coupon: text(),
    type: oneOf("coupon"),
  } satisfies Params<Stripe.PromotionCodeCreateParams.Promotion>),
  restrictions: object({
    first_time_transaction: flag().optional(),
    minimum_amount: integer({ least: 1 }).optional(),
    minimum_amount_currency: currency().optional(),
  } satisfies Params<Stripe.PromotionCodeCreateParams.Restrictions>).optional(),
} satisfies Params<Stripe.PromotionCodeCreateParams>);

export const createPromotionCode: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  const { restrictions = {} } = params;
  const now = state.timeline.nowSeconds();
  const coupon = findNamed(account.coupons, "coupon", params.promotion.coupon, "promotion[coupon]");
  if (!coupon.valid) throw refusal("This coupon is no longer valid.", { param: "promotion[coupon]" });
  if (params.customer) findNamed(account.customers, "customer", params.customer, "customer");
  const code = params.code ?? randomText(8).toUpperCase();
  if (!/^[A-Za-z0-9-]+$/.test(code)) {
    throw refusal("Promotion codes can only contain letters (a-z), digits (0-9) and dashes (-).", {
      param: "code",
    });
  }
  if (params.expires_at !== undefined && params.expires_at <= now) {
    throw refusal("`expires_at` must be in the future.", { param: "expires_at" });
  }
  if ((params.expires_at ?? 0) > (coupon.redeem_by ?? Infinity)) {
    throw refusal("`expires_at` cannot be after the coupon's `redeem_by`.", { param: "expires_at" });
  }
  if ((params.max_redemptions ?? 0) > (coupon.max_redemptions ?? Infinity)) {
    throw refusal("`max_redemptions` cannot be greater than the coupon's `max_redemptions`.", {
      param: "max_redemptions",
    });
  }
  const hasMinimum = restrictions.minimum_amount !== undefined;
  if (hasMinimum !== (restrictions.minimum_amount_currency !== undefined)) {
    throw refusal("`minimum_amount` and `minimum_amount_currency` must be passed together.", {
      param: `restrictions[${hasMinimum ? "minimum_amount_currency" : "minimum_amount"}]`,
    });
  }
  if (params.active !== false) refuseTaken(account, code, params.customer ?? null);
  const promotionCode: Stripe.PromotionCode = {
    id: newId("promo"),
    object: "promotion_code",
    active: params.active ?? true,
    code,
    created: now,
    customer: params.customer ?? null,
    customer_account: null,
    expires_at: params.expires_at ?? coupon.redeem_by,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: params.metadata ?? {},
    promotion: { coupon: coupon.id, type: "coupon" },
    restrictions: {
      first_time_transaction: restrictions.first_time_transaction ?? false,
      minimum_amount: restrictions.minimum_amount ?? null,
      minimum_amount_currency: restrictions.minimum_amount_currency ?? null,
    },
    times_redeemed: 0,
  };
  account.promotionCodes.set(promotionCode.id, promotionCode);
  state.events.emit(account, "promotion_code.created", promotionCode);
  scheduleCodeEnd(state, account, promotionCode);
  return promotionCode;
};

/** Among active codes, upper and lower case are the same code. */
function refuseTaken(account: AccountState, code: string, customer: string | null): void {
  const isTaken = codesNamed(account, code).some(
    (other) => other.active && idOf(other.customer) === customer,
  );
  if (isTaken) throw refusal(`An active promotion code with \`code: ${code}\` already exists.`);
}

function codesNamed({ promotionCodes }: AccountState, code: string): Stripe.PromotionCode[] {
  return [...promotionCodes.values()].filter((other) => other.code.toLowerCase() === code.toLowerCase());
}

export const retrievePromotionCode: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.promotionCodes, "promotion code", id, "promotion_code");
};

const updateParams = object({
  active: flag().optional(),
  metadata: metadata().optional(),
} satisfies Params<Stripe.PromotionCodeUpdateParams>);

export const updatePromotionCode: Endpoint = ({ state, account, id, form }) => {
  const params = read(updateParams, form);
  const code = find(account.promotionCodes, "promotion code", id, "promotion_code");
  if (params.active && !code.active) {
    const isOver = whyOver(account, code, state.timeline.nowSeconds()) !== undefined;
    if (isOver)
      throw refusal("This promotion code can no longer be redeemed, so it can't be activated.", {
        param: "active",
      });
    refuseTaken(account, code.code, idOf(code.customer));
  }
  const previous = previousValues(code, () => {
    if (params.active !== undefined) code.active = params.active;
    code.metadata = withMetadata(code.metadata, params.metadata);
  });
  state.events.emit(account, "promotion_code.updated", code, previous);
  return code;
};

const listParams = object({
  ...pageOfList,
  active: flag().optional(),
  code: text().optional(),
  coupon: text().optional(),
  created: range().optional(),
  customer: text().optional(),
} satisfies Params<Stripe.PromotionCodeListParams>);

export const listPromotionCodes: Endpoint = ({ account, form }) => {
  const { active, code, coupon, created, customer, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.promotionCodes.values()),
    "/v1/promotion_codes",
    page,
    (one) =>
      one.active === (active ?? one.active) &&
      one.code.toLowerCase() === (code ?? one.code).toLowerCase() &&
      idOf(one.promotion.coupon) === (coupon ?? idOf(one.promotion.coupon)) &&
      idOf(one.customer) === (customer ?? idOf(one.customer)) &&
      isWithin(created, one.created),
  );
};

/** A code ends by itself at `expires_at`. */
export function scheduleCodeEnd(state: State, account: AccountState, code: Stripe.PromotionCode): void {
  if (code.expires_at === null || !code.active) return;
  state.timeline.at(code.expires_at * 1000, () => {
    if (!code.active) return;
    const previous = previousValues(code, () => {
      code.active = false;
    });
    state.events.emit(account, "promotion_code.updated", code, previous);
  });
}

/** What a code is to be used for. */
export interface Purchase {
  customer: string | null;
  subtotal: number;
  currency: string;
  now: number;
}

/** Finds the code that a buyer typed, or says why it can't be used. */
export function codeFor(
  account: AccountState,
  typed: string,
  purchase: Purchase,
): Stripe.PromotionCode | { message: string } {
  const named = codesNamed(account, typed);
  const code =
    named.find(
      ({ active, customer }) => active && customer !== null && idOf(customer) === purchase.customer,
    ) ??
    named.find(({ active, customer }) => active && customer === null) ??
    named.at(-1);
  if (!code) return { message: "This code is invalid." };
  const message = whyUnusable(account, code, purchase);
  return message === undefined ? code : { message };
}

/** Why a code can't be redeemed for this purchase, in a sentence for the buyer. */
export function whyUnusable(
  account: AccountState,
  code: Stripe.PromotionCode,
  purchase: Purchase,
): string | undefined {
  const { customer, subtotal, currency, now } = purchase;
  const {
    first_time_transaction: onlyFirst,
    minimum_amount: least,
    minimum_amount_currency: leastIn,
  } = code.restrictions;
  const over = whyOver(account, code, now);
  if (over !== undefined) return over;
  if (!code.active) return "This code is invalid.";
  if (code.customer !== null && idOf(code.customer) !== customer) return "This code is invalid.";
  const coupon = account.coupons.get(idOf(code.promotion.coupon) ?? "");
  if (coupon && !isInCurrency(coupon, currency)) return "This code is invalid for this currency.";
  if (least !== null && (leastIn !== currency || subtotal < least)) {
    return `This code needs an order of at least ${formatMoney(least, leastIn ?? currency)}.`;
  }
  if (onlyFirst && customer !== null && hasPaid(account, customer))
    return "This code is for first-time customers only.";
  return undefined;
}

export function isInCurrency(coupon: Stripe.Coupon, currency: string): boolean {
  return coupon.amount_off === null || coupon.currency === currency;
}

function whyOver(account: AccountState, code: Stripe.PromotionCode, now: number): string | undefined {
  if (code.expires_at !== null && code.expires_at <= now) return "This code has expired.";
  const coupon = account.coupons.get(idOf(code.promotion.coupon) ?? "");
  const isUsedUp = code.times_redeemed === code.max_redemptions;
  return isUsedUp || !coupon?.valid ? "This code is no longer valid." : undefined;
}

function hasPaid({ charges, invoices }: AccountState, customer: string): boolean {
  return (
    [...charges.values()].some((charge) => charge.customer === customer && charge.status === "succeeded") ||
    [...invoices.values()].some((invoice) => invoice.customer === customer && invoice.status === "paid")
  );
}
