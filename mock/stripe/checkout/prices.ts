import type Stripe from "stripe";
import { refuseTaxCode } from "../amounts/refuse-tax-code.ts";
import type { Interval } from "../billing/periods.ts";
import { newId } from "../conventions/ids.ts";
import {
  currency,
  integer,
  longestProductName,
  metadata,
  object,
  oneOf,
  type Params,
  read,
  text,
} from "../conventions/parameters.ts";
import { StripeSdk } from "../conventions/stripe-sdk.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find } from "../state/state.ts";

interface InlineProduct {
  name: string;
  metadata?: Stripe.Metadata | undefined;
  images?: string[] | undefined;
  tax_code?: string | undefined;
}

interface InlinePrice {
  currency: string;
  unitAmount: number;
  /** Undefined for one-time prices. */
  interval: Interval | undefined;
  taxBehavior: "exclusive" | "inclusive" | "unspecified" | undefined;
}

/** Products created for one session are inactive, which keeps them out of the catalog. */
export function newInlineProduct(created: number, given: InlineProduct): Stripe.Product {
  return {
    id: newId("prod", 14),
    object: "product",
    active: false,
    created,
    default_price: null,
    description: null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: given.tax_code ?? null,
    tax_details: null,
    type: "service",
    unit_label: null,
    updated: created,
    url: null,
  };
}

export function newInlinePrice(created: number, product: string, given: InlinePrice): Stripe.Price {
  return {
    id: newId("price"),
    object: "price",
    active: false,
    billing_scheme: "per_unit",
    created,
    currency: given.currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product,
    recurring: given.interval
      ? {
          interval: given.interval,
          interval_count: 1,
          meter: null,
          trial_period_days: null,
          usage_type: "licensed",
        }
      : null,
    tax_behavior: given.taxBehavior ?? "unspecified",
    tiers_mode: null,
    transform_quantity: null,
    type: given.interval ? "recurring" : "one_time",
    unit_amount: given.unitAmount,
    unit_amount_decimal: StripeSdk.Decimal.from(given.unitAmount),
  };
}

const createParams = object({
  currency: currency(),
  product_data: object({
    name: text(longestProductName),
    metadata: metadata().optional(),
    tax_code: text().optional(),
  } satisfies Params<Stripe.PriceCreateParams.ProductData>),
  recurring: object({
    interval: oneOf("month", "year"),
  } satisfies Params<Stripe.PriceCreateParams.Recurring>),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  unit_amount: integer(),
} satisfies Params<Stripe.PriceCreateParams>);

/** Creates a recurring price with its product, for subscriptions whose price changes. */
export const createPrice: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  refuseTaxCode(params.product_data.tax_code, "product_data[tax_code]");
  const now = state.timeline.nowSeconds();
  const product = { ...newInlineProduct(now, params.product_data), active: true };
  const price = newInlinePrice(now, product.id, {
    currency: params.currency,
    unitAmount: params.unit_amount,
    interval: params.recurring.interval,
    taxBehavior: params.tax_behavior,
  });
  price.active = true;
  account.products.set(product.id, product);
  account.prices.set(price.id, price);
  state.events.emit(account, "product.created", product);
  state.events.emit(account, "price.created", price);
  return price;
};

export const retrieveProduct: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.products, "product", id);
};
