import type { Stripe } from "stripe";
import type { z } from "zod";
import { refuseTaxCode } from "../amounts/refuse-tax-code.ts";
import { newShippingRate, shippingRateParams } from "../amounts/shipping-rates.ts";
import { refusal } from "../conventions/errors.ts";
import { object, type Params, text } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import { findNamed } from "../state/state.ts";

export const shippingOptionParams = object({
  shipping_rate: text().optional(),
  shipping_rate_data: shippingRateParams.optional(),
} satisfies Params<Stripe.Checkout.SessionCreateParams.ShippingOption>);

type ShippingOption = z.output<typeof shippingOptionParams>;

const maxOptions = 5;

interface Wanted {
  options: ShippingOption[];
  mode: "payment" | "subscription";
  currency: string;
  now: number;
}

/** The rates that a session offers. Those that are given as data are created. */
export function offeredRates(
  account: AccountState,
  { options, mode, currency, now }: Wanted,
): Stripe.ShippingRate[] {
  if (options.length === 0) return [];
  if (mode === "subscription") {
    throw refusal("You can not pass `shipping_options` in `subscription` mode.", {
      param: "shipping_options",
    });
  }
  if (options.length > maxOptions) {
    throw refusal(`You can pass a maximum of ${maxOptions} shipping options.`, { param: "shipping_options" });
  }
  const rates = options.map((option, index) => rateOf(account, option, `shipping_options[${index}]`, now));
  const other = rates.findIndex((rate) => rate.fixed_amount?.currency !== currency);
  if (other !== -1) {
    throw refusal("All shipping rates must use the same currency as the prices of the Checkout Session.", {
      param: `shipping_options[${other}]`,
    });
  }
  for (const rate of rates) account.shippingRates.set(rate.id, rate);
  return rates;
}

function rateOf(
  account: AccountState,
  option: ShippingOption,
  param: string,
  now: number,
): Stripe.ShippingRate {
  const { shipping_rate: id, shipping_rate_data: data } = option;
  if ((id === undefined) === (data === undefined)) {
    throw refusal("Each shipping option needs exactly one of `shipping_rate` and `shipping_rate_data`.", {
      param,
    });
  }
  if (data) {
    refuseTaxCode(data.tax_code, `${param}[shipping_rate_data][tax_code]`);
    return newShippingRate(now, data);
  }
  const rate = findNamed(account.shippingRates, "shipping rate", id ?? "", `${param}[shipping_rate]`);
  if (!rate.active)
    throw refusal(`Shipping rate ${rate.id} is inactive.`, { param: `${param}[shipping_rate]` });
  return rate;
}
