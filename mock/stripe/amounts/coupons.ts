import type { Stripe } from "stripe";
import { refusal } from "../conventions/errors.ts";
import { newId, randomText } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import {
  currency,
  decimal,
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
import { find, idOf, type State } from "../state/state.ts";
import type { Discount } from "./sums.ts";

const createParams = object({
  amount_off: integer({ least: 1 }).optional(),
  currency: currency().optional(),
  duration: oneOf("forever", "once", "repeating").optional(),
  duration_in_months: integer({ least: 1 }).optional(),
  id: text().optional(),
  max_redemptions: integer({ least: 1 }).optional(),
  metadata: metadata().optional(),
  name: text(40).optional(),
  percent_off: decimal().optional(),
  redeem_by: integer().optional(),
} satisfies Params<Stripe.CouponCreateParams>);

export const createCoupon: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  const { amount_off: amountOff = null, percent_off: percentOff = null, duration = "once" } = params;
  if ((amountOff === null) === (percentOff === null)) {
    throw refusal("You must pass exactly one of `percent_off` and `amount_off` when creating a coupon.");
  }
  if (amountOff !== null && params.currency === undefined) {
    throw refusal("You must pass `currency` when passing `amount_off`.", {
      code: "parameter_missing",
      param: "currency",
    });
  }
  if (percentOff !== null && (percentOff <= 0 || percentOff > 100)) {
    throw refusal("`percent_off` must be greater than 0 and at most 100.", { param: "percent_off" });
  }
  if ((duration === "repeating") !== (params.duration_in_months !== undefined)) {
    throw refusal("`duration_in_months` is required if `duration` is `repeating`, and only then.", {
      param: "duration_in_months",
    });
  }
  const now = state.timeline.nowSeconds();
  if (params.redeem_by !== undefined && params.redeem_by <= now) {
    throw refusal("`redeem_by` must be in the future.", { param: "redeem_by" });
  }
  const id = params.id ?? randomText(8);
  if (account.coupons.has(id)) throw refusal("Coupon already exists.", { code: "resource_already_exists" });
  const coupon: Stripe.Coupon = {
    id,
    object: "coupon",
    amount_off: amountOff,
    created: now,
    currency: amountOff === null ? null : (params.currency ?? null),
    duration,
    duration_in_months: params.duration_in_months ?? null,
    livemode: false,
    max_redemptions: params.max_redemptions ?? null,
    metadata: params.metadata ?? {},
    name: params.name ?? null,
    percent_off: percentOff,
    redeem_by: params.redeem_by ?? null,
    times_redeemed: 0,
    valid: true,
  };
  account.coupons.set(id, coupon);
  state.events.emit(account, "coupon.created", coupon);
  scheduleCouponEnd(state, account, coupon);
  return coupon;
};

export const retrieveCoupon: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.coupons, "coupon", id, "coupon");
};

const updateParams = object({
  metadata: metadata().optional(),
  name: text(40).optional(),
} satisfies Params<Stripe.CouponUpdateParams>);

export const updateCoupon: Endpoint = ({ state, account, id, form }) => {
  const params = read(updateParams, form);
  const coupon = find(account.coupons, "coupon", id, "coupon");
  const previous = previousValues(coupon, () => {
    if (params.name !== undefined) coupon.name = params.name;
    coupon.metadata = withMetadata(coupon.metadata, params.metadata);
  });
  state.events.emit(account, "coupon.updated", coupon, previous);
  return coupon;
};

/** What was discounted before stays discounted. Promotion codes of the coupon become inactive. */
export const deleteCoupon: Endpoint = ({ state, account, id, form }) => {
  read(object({}), form);
  const coupon = find(account.coupons, "coupon", id, "coupon");
  invalidate(state, account, coupon);
  account.coupons.delete(id);
  state.events.emit(account, "coupon.deleted", coupon);
  return { id, object: "coupon", deleted: true } satisfies Stripe.DeletedCoupon;
};

const listParams = object({
  ...pageOfList,
  created: range().optional(),
} satisfies Params<Stripe.CouponListParams>);

export const listCoupons: Endpoint = ({ account, form }) => {
  const { created, ...page } = read(listParams, form);
  return listOf(newestFirst(account.coupons.values()), "/v1/coupons", page, (coupon) =>
    isWithin(created, coupon.created),
  );
};

/** A coupon ends by itself at `redeem_by`. */
export function scheduleCouponEnd(state: State, account: AccountState, coupon: Stripe.Coupon): void {
  if (coupon.redeem_by === null || !coupon.valid) return;
  state.timeline.at(coupon.redeem_by * 1000, () => invalidate(state, account, coupon));
}

/** Counts a redemption, and ends the coupon and its code after the last one. */
export function redeem(
  state: State,
  account: AccountState,
  coupon: Stripe.Coupon,
  code: Stripe.PromotionCode | undefined,
): void {
  if (code) {
    const previous = previousValues(code, () => {
      code.times_redeemed += 1;
      if (code.times_redeemed === code.max_redemptions) code.active = false;
    });
    state.events.emit(account, "promotion_code.updated", code, previous);
  }
  const isLast = coupon.times_redeemed + 1 === coupon.max_redemptions;
  const previous = previousValues(coupon, () => {
    coupon.times_redeemed += 1;
    if (isLast) coupon.valid = false;
  });
  state.events.emit(account, "coupon.updated", coupon, previous);
  if (isLast) endCodes(state, account, coupon);
}

function invalidate(state: State, account: AccountState, coupon: Stripe.Coupon): void {
  if (!coupon.valid) return;
  coupon.valid = false;
  endCodes(state, account, coupon);
}

function endCodes(state: State, account: AccountState, coupon: Stripe.Coupon): void {
  for (const code of account.promotionCodes.values()) {
    if (!code.active || idOf(code.promotion.coupon) !== coupon.id) continue;
    const previous = previousValues(code, () => {
      code.active = false;
    });
    state.events.emit(account, "promotion_code.updated", code, previous);
  }
}

export function discountOf(coupon: Stripe.Coupon): Discount {
  return { amountOff: coupon.amount_off, percentOff: coupon.percent_off };
}

interface DiscountOn {
  coupon: string;
  promotionCode: string | null;
  session: string | null;
  customer: string | null;
}

/** A coupon as applied to a session or a subscription. */
export function newDiscount(now: number, of: DiscountOn): Stripe.Discount {
  return {
    id: newId("di"),
    object: "discount",
    checkout_session: of.session,
    customer: of.customer,
    customer_account: null,
    end: null,
    invoice: null,
    invoice_item: null,
    promotion_code: of.promotionCode,
    source: { coupon: of.coupon, type: "coupon" },
    start: now,
    subscription: null,
    subscription_item: null,
  };
}
