import type { components } from "../../generated/types.ts";
import type { CheckoutSessionRecord } from "../domain/checkout-session.ts";

/** A checkout session as the contract defines it. */
export function checkoutSessionView(
  session: CheckoutSessionRecord,
): components["schemas"]["CheckoutSession"] {
  const { status, lines, total, currency } = session;
  return {
    id: session.id,
    storeId: session.storeId,
    cartId: session.cartId,
    status,
    paymentStatus: session.paymentStatus,
    paymentOutcome: session.paymentOutcome,
    mode: session.mode,
    lines,
    totals: { subtotal: total, total, currency },
    amounts: session.amounts,
    shippingRate: session.shippingRate,
    customerEmail: session.customerEmail,
    customerName: session.customerName,
    customerPhone: session.customerPhone,
    shippingAddress: session.shippingAddress,
    metadata: session.metadata,
    url: status === "open" ? session.url : null,
    createdAt: new Date(session.createdAt).toISOString(),
    expiresAt: new Date(session.expiresAt).toISOString(),
    completedAt: session.completedAt === null ? null : new Date(session.completedAt).toISOString(),
  };
}
