import type { Stripe } from "stripe";
import type { z } from "zod";
import { refuseTaxCode } from "../amounts/refuse-tax-code.ts";
import { refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { formatMoney, largestCharge, smallestChargeIn, smallestStepOf } from "../conventions/money.ts";
import {
  address,
  currency,
  integer,
  list,
  longestProductName,
  metadata,
  object,
  oneOf,
  type Params,
  text,
} from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import { newInlinePrice, newInlineProduct } from "./prices.ts";

const productData = object({
  name: text(longestProductName),
  metadata: metadata().optional(),
  images: list(address()).max(8).optional(),
  tax_code: text().optional(),
} satisfies Params<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.ProductData>);

const priceData = object({
  currency: currency(),
  product_data: productData,
  recurring: object({
    interval: oneOf("month", "year"),
  } satisfies Params<Stripe.Checkout.SessionCreateParams.LineItem.PriceData.Recurring>).optional(),
  tax_behavior: oneOf("exclusive", "inclusive", "unspecified").optional(),
  unit_amount: integer(),
} satisfies Params<Stripe.Checkout.SessionCreateParams.LineItem.PriceData>);

export const lineItemParams = object({
  price_data: priceData,
  quantity: integer({ least: 1, most: 999_999 }).optional(),
} satisfies Params<Stripe.Checkout.SessionCreateParams.LineItem>);

type LineItemParams = z.output<typeof lineItemParams>;

export interface Order {
  mode: "payment" | "subscription";
  lines: LineItemParams[];
}

interface At {
  account: AccountState;
  now: number;
}

/** Returns the lines with the prices created for them. Throws if any line is refused. */
export function pricedLines({ mode, lines }: Order, at: At) {
  if (lines.length === 0) {
    throw refusal(`\`line_items\` is required in \`${mode}\` mode.`, {
      code: "parameter_missing",
      param: "line_items",
    });
  }
  const lineItems = lines.map((line, index) => newLineItem(line, `line_items[${index}]`, at));
  const recurring = lineItems.flatMap(({ price }) => price?.recurring ?? []);
  refuseModeMismatch(mode, recurring.length);
  refuseTooMany(mode, lineItems.length, recurring.length);
  if (new Set(recurring.map(({ interval }) => interval)).size > 1) {
    throw refusal("Checkout does not support multiple prices with different billing intervals.");
  }
  const [currency = "usd", ...others] = new Set(lineItems.map((item) => item.currency));
  if (others.length > 0) {
    throw refusal("All prices on a Checkout Session must use the same currency.", { param: "line_items" });
  }
  return { lineItems, currency };
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

/** Refuses a total that the provider's banks don't transfer. */
export function refuseTotal(total: number, currency: string): void {
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

function newLineItem({ price_data: data, quantity }: LineItemParams, param: string, at: At): Stripe.LineItem {
  if (quantity === undefined) {
    throw refusal("Quantity is required. Add `quantity` to `line_items`.", {
      code: "parameter_missing",
      param: `${param}[quantity]`,
    });
  }
  const { currency, unit_amount: unitAmount } = data;
  const step = smallestStepOf(currency);
  if (unitAmount % step !== 0) {
    throw refusal(`Amounts in ${currency} must be evenly divisible by ${step}.`, {
      param: `${param}[price_data][unit_amount]`,
    });
  }
  refuseTaxCode(data.product_data.tax_code, `${param}[price_data][product_data][tax_code]`);
  const { account, now } = at;
  const product = newInlineProduct(now, data.product_data);
  const price = newInlinePrice(now, product.id, {
    currency,
    unitAmount,
    interval: data.recurring?.interval,
    taxBehavior: data.tax_behavior,
  });
  account.products.set(product.id, product);
  const amount = unitAmount * quantity;
  return {
    id: newId("li"),
    object: "item",
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: product.name,
    metadata: {},
    price,
    quantity,
  };
}
