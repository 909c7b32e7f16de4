import Stripe from "stripe";
import { newId } from "../../ids.ts";
import type { Interval } from "../billing/periods.ts";

export interface InlineProduct {
  name: string;
  description?: string | undefined;
  images?: string[] | undefined;
  metadata?: Stripe.Metadata | null | undefined;
  unit_label?: string | undefined;
}

export interface InlinePrice {
  currency: string;
  unitAmount: number;
  taxBehavior: "exclusive" | "inclusive" | "unspecified";
  recurring?: { interval: Interval; interval_count: number } | undefined;
}

/** Stripe keeps what was only made for one session out of the shop's catalogue, by marking it inactive. */
export function newInlineProduct(created: number, given: InlineProduct): Stripe.Product {
  return {
    id: newId("prod", 14),
    object: "product",
    active: false,
    created,
    default_price: null,
    description: given.description ?? null,
    images: given.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: given.metadata ?? {},
    name: given.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: "service",
    unit_label: given.unit_label ?? null,
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
    recurring: given.recurring
      ? { ...given.recurring, meter: null, trial_period_days: null, usage_type: "licensed" }
      : null,
    tax_behavior: given.taxBehavior,
    tiers_mode: null,
    transform_quantity: null,
    type: given.recurring ? "recurring" : "one_time",
    unit_amount: given.unitAmount,
    unit_amount_decimal: Stripe.Decimal.from(given.unitAmount),
  };
}
