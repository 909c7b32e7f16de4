import type { SnapshotLine } from "../../domain/checkout.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import { amountsToColumns } from "./amount-columns.ts";
import { metadataToColumn } from "./metadata-column.ts";

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
  };
}
