import type { Stripe } from "stripe";
import type { z } from "zod";
import { newId } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
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
import type { Endpoint } from "../state/endpoint.ts";
import { find } from "../state/state.ts";

const bound = object({
  unit: oneOf("business_day", "day", "hour", "month", "week"),
  value: integer({ least: 1 }),
} satisfies Params<Stripe.ShippingRateCreateParams.DeliveryEstimate.Maximum>);

/** The same for a rate created with a session. */
export const shippingRateParams = object({
  delivery_estimate: object({
    maximum: bound.optional(),
    minimum: bound.optional(),
  } satisfies Params<Stripe.ShippingRateCreateParams.DeliveryEstimate>).optional(),
  display_name: text(100),
  fixed_amount: object({
    amount: integer(),
    currency: currency(),
  } satisfies Params<Stripe.ShippingRateCreateParams.FixedAmount>),
  metadata: metadata().optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  tax_code: text().optional(),
  type: oneOf("fixed_amount").optional(),
} satisfies Params<Stripe.ShippingRateCreateParams>);

export function newShippingRate(
  now: number,
  given: z.output<typeof shippingRateParams>,
): Stripe.ShippingRate {
  const { delivery_estimate: estimate } = given;
  return {
    id: newId("shr"),
    object: "shipping_rate",
    active: true,
    created: now,
    delivery_estimate: estimate
      ? { maximum: estimate.maximum ?? null, minimum: estimate.minimum ?? null }
      : null,
    display_name: given.display_name,
    fixed_amount: given.fixed_amount,
    livemode: false,
    metadata: given.metadata ?? {},
    tax_behavior: given.tax_behavior ?? "unspecified",
    tax_code: given.tax_code ?? null,
    type: "fixed_amount",
  };
}

export const createShippingRate: Endpoint = ({ state, account, form }) => {
  const rate = newShippingRate(state.timeline.nowSeconds(), read(shippingRateParams, form));
  account.shippingRates.set(rate.id, rate);
  return rate;
};

export const retrieveShippingRate: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.shippingRates, "shipping rate", id, "shipping_rate");
};

const updateParams = object({
  active: flag().optional(),
  metadata: metadata().optional(),
} satisfies Params<Stripe.ShippingRateUpdateParams>);

/** Inactive rates can't be offered by new sessions. */
export const updateShippingRate: Endpoint = ({ account, id, form }) => {
  const params = read(updateParams, form);
  const rate = find(account.shippingRates, "shipping rate", id, "shipping_rate");
  if (params.active !== undefined) rate.active = params.active;
  rate.metadata = withMetadata(rate.metadata, params.metadata);
  return rate;
};

const listParams = object({
  ...pageOfList,
  active: flag().optional(),
  created: range().optional(),
  currency: text().optional(),
} satisfies Params<Stripe.ShippingRateListParams>);

export const listShippingRates: Endpoint = ({ account, form }) => {
  const { active, created, currency: wanted, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.shippingRates.values()),
    "/v1/shipping_rates",
    page,
    (rate) =>
      rate.active === (active ?? rate.active) &&
      rate.fixed_amount?.currency === (wanted ?? rate.fixed_amount?.currency) &&
      isWithin(created, rate.created),
  );
};

/** `5–7 business days`, for the pay page. */
export function deliveryTime({ delivery_estimate: estimate }: Stripe.ShippingRate): string {
  const { minimum = null, maximum = null } = estimate ?? {};
  const unit = (bound: { unit: string; value: number }) =>
    `${bound.unit.replace("_", " ")}${bound.value === 1 ? "" : "s"}`;
  if (minimum && maximum) {
    if (minimum.unit !== maximum.unit)
      return `${minimum.value} ${unit(minimum)} to ${maximum.value} ${unit(maximum)}`;
    return minimum.value === maximum.value
      ? `${maximum.value} ${unit(maximum)}`
      : `${minimum.value}–${maximum.value} ${unit(maximum)}`;
  }
  if (maximum) return `Up to ${maximum.value} ${unit(maximum)}`;
  return minimum ? `At least ${minimum.value} ${unit(minimum)}` : "";
}
