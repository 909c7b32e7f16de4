import type { Amounts } from "../../domain/amounts.ts";
import type { ChosenRate } from "../../domain/offers.ts";
import type { AmountColumns } from "../schema.ts";

export function amountsFromColumns(row: AmountColumns): Amounts | null {
  const { amount_subtotal: subtotal, amount_discount: discount, amount_shipping: shipping } = row;
  const { amount_tax: tax, amount_total: total } = row;
  if (subtotal === null || discount === null || shipping === null || tax === null || total === null) {
    return null;
  }
  return { subtotal, discount, shipping, tax, total };
}

export function amountsToColumns(amounts: Amounts | null): AmountColumns {
  return {
    amount_subtotal: amounts?.subtotal ?? null,
    amount_discount: amounts?.discount ?? null,
    amount_shipping: amounts?.shipping ?? null,
    amount_tax: amounts?.tax ?? null,
    amount_total: amounts?.total ?? null,
  };
}

export function rateFromColumn(name: string | null): ChosenRate | null {
  return name === null ? null : { name };
}
