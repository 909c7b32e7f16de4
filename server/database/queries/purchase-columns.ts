import type { Amounts } from "../../domain/amounts.ts";
import type { SnapshotLine } from "../../domain/checkout.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Metadata } from "../../domain/metadata.ts";
import type { ChosenRate } from "../../domain/offers.ts";
import type { AmountColumns } from "../schema.ts";

/** Sessions and orders of older versions have no options. */
export function linesFromColumn(text: string): SnapshotLine[] {
  return JSON.parse(text).map((line: SnapshotLine) => ({ ...line, options: line.options ?? [] }));
}

/** The columns that checkout sessions and orders share. */
export function purchaseColumns(session: CheckoutSessionRecord) {
  return {
    store_id: session.storeId,
    cart_id: session.cartId,
    account: session.account,
    lines: JSON.stringify(session.lines),
    total: session.total,
    ...amountsToColumns(session.amounts),
    shipping_rate: session.shippingRate?.name ?? null,
    currency: session.currency,
    member_id: session.memberId,
    customer_email: session.customerEmail,
    customer_name: session.customerName,
    customer_phone: session.customerPhone,
    shipping_address: session.shippingAddress === null ? null : JSON.stringify(session.shippingAddress),
    metadata: metadataToColumn(session.metadata),
    locale: session.locale,
    agent: session.agent ?? null,
  };
}

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

/** Null for none. */
function metadataToColumn(metadata: Metadata): string | null {
  return Object.keys(metadata).length === 0 ? null : JSON.stringify(metadata);
}

export function metadataFromColumn(text: string | null): Metadata {
  return text === null ? {} : JSON.parse(text);
}
