import type { Stripe } from "stripe";
import type { AccountState } from "../state/account-state.ts";
import { idOf } from "../state/state.ts";
import type { Charge } from "./sums.ts";
import { behaviorOf } from "./tax-settings.ts";
import { generalCode, shippingCode } from "./tax-table.ts";

/** An amount of a price, with the tax code and the behavior that it has or the account's settings give it. */
export function lineCharge(account: AccountState, price: Stripe.Price | null, amount: number): Charge {
  const product = account.products.get(idOf(price?.product) ?? "");
  return {
    amount,
    taxCode: idOf(product?.tax_code) ?? account.taxSettings.defaults.tax_code ?? generalCode,
    behavior: behaviorOf(account, price?.tax_behavior ?? null, price?.currency ?? "usd"),
  };
}

export function shippingCharge(account: AccountState, rate: Stripe.ShippingRate): Charge {
  const { amount = 0, currency = "usd" } = rate.fixed_amount ?? {};
  return {
    amount,
    taxCode: idOf(rate.tax_code) ?? shippingCode,
    behavior: behaviorOf(account, rate.tax_behavior, currency),
  };
}
