import type { Stripe } from "stripe";
import { addressOf, addressParts } from "../conventions/address.ts";
import { ParameterError, refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { listOf } from "../conventions/list.ts";
import {
  currency,
  integer,
  list,
  object,
  oneOf,
  type Params,
  pageOfList,
  read,
  text,
} from "../conventions/parameters.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { find } from "../state/state.ts";
import { refuseTaxCode } from "./refuse-tax-code.ts";
import { type Charge, type Sum, sumsOf } from "./sums.ts";
import { behaviorOf, refuseWithoutOrigin } from "./tax-settings.ts";
import { generalCode, shippingCode } from "./tax-table.ts";

const charged = {
  amount: integer(),
  tax_behavior: oneOf("exclusive", "inclusive").optional(),
  tax_code: text().optional(),
};

const calculationParams = object({
  currency: currency(),
  line_items: list(
    object({
      ...charged,
      quantity: integer({ least: 1 }).optional(),
      reference: text().optional(),
    } satisfies Params<Stripe.Tax.CalculationCreateParams.LineItem>),
  ).max(100),
  customer_details: object({
    address: object({
      ...addressParts,
      country: text(2),
    }),
    address_source: oneOf("billing", "shipping"),
  } satisfies Params<Stripe.Tax.CalculationCreateParams.CustomerDetails>),
  shipping_cost: object(charged satisfies Params<Stripe.Tax.CalculationCreateParams.ShippingCost>).optional(),
} satisfies Params<Stripe.Tax.CalculationCreateParams>);

const keptSeconds = 90 * 24 * 60 * 60;

/** Calculates the tax of a purchase that no page of Stripe's sells. Its tax is by country, as in `tax-table.ts`. */
export const createTaxCalculation: Endpoint = ({ state, account, form }): Stripe.Tax.Calculation => {
  const {
    currency: of,
    line_items,
    customer_details: details,
    shipping_cost: shipping,
  } = read(calculationParams, form);
  refuseWithoutOrigin(account);
  const { country: to, postal_code: code } = details.address;
  // Stripe needs the place within these countries.
  if (!/^[A-Z]{2}$/.test(to) || (code === undefined && (to === "US" || to === "CA"))) {
    throw refusal("We could not determine the customer's tax location based on the provided address.", {
      code: "customer_tax_location_invalid",
      param: "customer_details[address]",
    });
  }
  const references = line_items.flatMap(({ reference }) => reference ?? []);
  if (new Set(references).size < references.length) {
    throw new ParameterError("Line items must have different references.", { param: "line_items" });
  }
  const toCharge = (
    given: { amount: number; tax_behavior?: string | undefined; tax_code?: string | undefined },
    code: string,
  ): Charge => {
    refuseTaxCode(given.tax_code, "tax_code");
    return {
      amount: given.amount,
      taxCode: given.tax_code ?? account.taxSettings.defaults.tax_code ?? code,
      behavior: behaviorOf(account, given.tax_behavior ?? "exclusive", of),
    };
  };
  const charges = line_items.map((item) => toCharge(item, generalCode));
  const shippingCharge = shipping ? toCharge(shipping, shippingCode) : null;
  const sums = sumsOf({
    lines: charges,
    shipping: shippingCharge,
    discount: null,
    taxCountry: details.address.country,
    currency: of,
  });
  const all = [...sums.lines, ...(sums.shipping ? [sums.shipping] : [])];
  const taxOf = (behavior: string) =>
    all.reduce((sum, one) => sum + (one.behavior === behavior ? one.tax : 0), 0);
  const now = state.timeline.nowSeconds();
  const calculation: Stripe.Tax.Calculation = {
    id: newId("taxcalc"),
    object: "tax.calculation",
    amount_total: sums.total,
    currency: of,
    customer: null,
    customer_details: {
      address: { ...addressOf(details.address), country: details.address.country },
      address_source: details.address_source,
      ip_address: null,
      tax_ids: [],
      taxability_override: "none",
    },
    expires_at: now + keptSeconds,
    livemode: false,
    ship_from_details: null,
    shipping_cost: sums.shipping && shippingCharge && taxedPart(shippingCharge, sums.shipping),
    tax_amount_exclusive: taxOf("exclusive"),
    tax_amount_inclusive: taxOf("inclusive"),
    tax_breakdown: [],
    tax_date: now,
  };
  const id = calculation.id ?? "";
  account.taxCalculations.set(id, calculation);
  const items = line_items.flatMap(({ quantity = 1, reference }, at): Stripe.Tax.CalculationLineItem[] => {
    const [charge, sum] = [charges[at], sums.lines[at]];
    if (!charge || !sum) return [];
    const own = { object: "tax.calculation_line_item", livemode: false, quantity } as const;
    const part = { ...taxedPart(charge, sum), metadata: null, performance_location: null, product: null };
    return [{ id: newId("tax_li"), ...own, ...part, reference: reference ?? `L${at + 1}` }];
  });
  account.taxLineItems.set(id, items);
  return calculation;
};

function taxedPart({ amount, taxCode, behavior }: Charge, { tax }: Sum) {
  return { amount, amount_tax: tax, tax_behavior: behavior, tax_code: taxCode };
}

export const listTaxLineItems: Endpoint = ({ account, id, form }) => {
  const page = read(object(pageOfList), form);
  const items = find(account.taxLineItems, "tax.calculation", id, "calculation");
  return listOf(items, `/v1/tax/calculations/${id}/line_items`, page);
};
