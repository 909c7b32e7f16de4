import type { Stripe } from "stripe";
import type { z } from "zod";
import { refusal } from "../../api/errors.ts";
import {
  address,
  currency,
  integer,
  list,
  metadata,
  notModelled,
  object,
  oneOf,
  text,
} from "../../api/parameters.ts";
import { newId } from "../../ids.ts";
import { formatMoney, largestCharge, smallestChargeIn, smallestStepOf } from "../../money.ts";
import { type AccountState, findNamed, idOf } from "../../state/state.ts";
import { newInlinePrice, newInlineProduct } from "./prices.ts";

type LineItemField = keyof Stripe.Checkout.SessionCreateParams.LineItem;
type PriceField = keyof Stripe.Checkout.SessionCreateParams.LineItem.PriceData;
type ProductField = keyof Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData;

const productData = object({
  name: text(),
  description: text().optional(),
  images: list(address()).max(8).optional(),
  metadata: metadata().optional(),
  tax_code: notModelled(),
  tax_details: notModelled(),
  unit_label: text(12).optional(),
} satisfies Record<ProductField, z.ZodType>);

const priceData = object({
  currency: currency(),
  product: text().optional(),
  product_data: productData.optional(),
  recurring: object({
    interval: oneOf("day", "week", "month", "year"),
    interval_count: integer({ least: 1, most: 156 }).optional(),
  }).optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  unit_amount: integer().optional(),
  unit_amount_decimal: notModelled(),
} satisfies Record<PriceField, z.ZodType>);

export const lineItemParams = object({
  metadata: metadata().optional(),
  price: text().optional(),
  price_data: priceData.optional(),
  quantity: integer({ least: 1, most: 999_999 }).optional(),
  adjustable_quantity: notModelled(),
  tax_rates: notModelled(),
} satisfies Record<LineItemField, z.ZodType>);

type LineItemParams = z.output<typeof lineItemParams>;

export interface Order {
  mode: "payment" | "subscription";
  lines: LineItemParams[];
  /** During a trial nothing recurring is due. */
  isTrial: boolean;
}

interface At {
  account: AccountState;
  now: number;
}

/** The lines with their prices, made for this session if need be, or a refusal of the whole order. */
export function pricedLines({ mode, lines, isTrial }: Order, at: At) {
  if (lines.length === 0) {
    throw refusal(`\`line_items\` is required in \`${mode}\` mode.`, {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  const lineItems = lines.map((line, index) => newLineItem(line, `line_items[${index}]`, isTrial, at));
  const recurring = lineItems.flatMap(({ price }) => price?.recurring ?? []);
  refuseModeMismatch(mode, recurring.length);
  refuseTooMany(mode, lineItems.length, recurring.length);
  if (new Set(recurring.map((price) => `${price.interval_count} ${price.interval}`)).size > 1) {
    throw refusal("Checkout does not support multiple prices with different billing intervals.");
  }
  const [currency = "usd", ...others] = new Set(lineItems.map((item) => item.currency));
  if (others.length > 0) {
    throw refusal("All prices on a Checkout Session must use the same currency.", { param: "line_items" });
  }
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  refuseTotal(total, currency);
  return { lineItems, currency, total };
}

function refuseModeMismatch(mode: Order["mode"], recurring: number): void {
  if (mode === "payment" && recurring > 0) {
    throw refusal(
      "You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only " +
        "one-time prices.",
    );
  }
  if (mode === "subscription" && recurring === 0) {
    throw refusal("You must provide at least one recurring price in `subscription` mode when using prices.");
  }
}

function refuseTooMany(mode: Order["mode"], all: number, recurring: number): void {
  if (mode === "payment" && all > 100) {
    throw refusal("You can pass a maximum of 100 line items in `payment` mode.", { param: "line_items" });
  }
  if (mode === "subscription" && (recurring > 20 || all - recurring > 20)) {
    throw refusal(
      "You can pass a maximum of 20 line items with recurring prices and 20 with one-time prices in `subscription` mode.",
      { param: "line_items" },
    );
  }
}

function refuseTotal(total: number, currency: string): void {
  const least = smallestChargeIn(currency);
  if (total > 0 && total < least) {
    throw refusal(
      `The Checkout Session's total amount due must add up to at least ${formatMoney(least, currency)} ${currency}`,
      { code: "amount_too_small" },
    );
  }
  if (total > largestCharge) {
    throw refusal(
      `The Checkout Session's total amount due must be no more than ${formatMoney(largestCharge, currency)} ${currency}`,
      { code: "amount_too_large" },
    );
  }
}

function newLineItem(line: LineItemParams, param: string, isTrial: boolean, at: At): Stripe.LineItem {
  if (line.quantity === undefined) {
    throw refusal("Quantity is required. Add `quantity` to `line_items`.", {
      code: "parameter_missing",
      param: `${param}[quantity]`,
    });
  }
  const { price, product } = priceOf(line, param, at);
  const amount = isTrial && price.recurring ? 0 : (price.unit_amount ?? 0) * line.quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: product.name,
    metadata: line.metadata ?? {},
    price,
    quantity: line.quantity,
  };
}

function priceOf({ price: priceId, price_data: data }: LineItemParams, param: string, { account, now }: At) {
  if ((priceId === undefined) === (data === undefined)) {
    throw refusal("You must specify exactly one of `price` or `price_data` for each line item.", { param });
  }
  if (!data) {
    const price = findNamed(account.prices, "price", priceId ?? "", `${param}[price]`);
    if (!price.active) {
      throw refusal("The price specified is inactive. This field only accepts active prices.", {
        param: `${param}[price]`,
      });
    }
    return { price, product: findNamed(account.products, "product", idOf(price.product), param) };
  }
  if ((data.product === undefined) === (data.product_data === undefined)) {
    throw refusal("You must specify either `product` or `product_data` when creating a price.", {
      param: `${param}[price_data]`,
    });
  }
  const product = data.product_data
    ? newInlineProduct(now, data.product_data)
    : findNamed(account.products, "product", data.product ?? "", `${param}[price_data][product]`);
  const price = newInlinePrice(now, product.id, {
    currency: data.currency,
    unitAmount: unitAmountOf(data, `${param}[price_data][unit_amount]`),
    taxBehavior: data.tax_behavior ?? "unspecified",
    recurring: data.recurring && {
      interval: data.recurring.interval,
      interval_count: data.recurring.interval_count ?? 1,
    },
  });
  account.products.set(product.id, product);
  account.prices.set(price.id, price);
  return { price, product };
}

function unitAmountOf({ currency, unit_amount: amount }: z.output<typeof priceData>, param: string): number {
  if (amount === undefined) {
    throw refusal("Missing required param: unit_amount.", { code: "parameter_missing", param });
  }
  const step = smallestStepOf(currency);
  if (amount % step !== 0) {
    throw refusal(`Amounts in ${currency} must be evenly divisible by ${step}.`, { param });
  }
  return amount;
}
