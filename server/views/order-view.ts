import type { components } from "../../generated/types.ts";
import type { Order } from "../domain/order.ts";

/** An order as the contract defines it. */
export function orderView(order: Order): components["schemas"]["Order"] {
  const { total, currency, fulfilledAt } = order;
  return {
    id: order.id,
    number: order.number,
    storeId: order.storeId,
    checkoutSessionId: order.checkoutSessionId,
    cartId: order.cartId,
    subscriptionId: order.subscriptionId,
    status: order.status,
    lines: order.lines,
    totals: { subtotal: total, total, currency },
    amounts: order.amounts,
    shippingRate: order.shippingRate,
    payments: order.payments.map((payment) => ({
      id: payment.id,
      amount: payment.amount,
      amountRefunded: payment.refunded,
      currency: payment.currency,
      paidAt: instant(payment.paidAt),
    })),
    refunds: order.refunds.map(({ createdAt, resolvedAt: _, ...refund }) => ({
      ...refund,
      createdAt: instant(createdAt),
    })),
    disputes: order.disputes.map(({ openedAt, dueAt, ...dispute }) => ({
      ...dispute,
      createdAt: instant(openedAt),
      dueAt: dueAt === null ? null : instant(dueAt),
    })),
    memberId: order.memberId,
    customerEmail: order.customerEmail,
    customerName: order.customerName,
    customerPhone: order.customerPhone,
    shippingAddress: order.shippingAddress,
    metadata: order.metadata,
    fulfilledAt: fulfilledAt === null ? null : instant(fulfilledAt),
    tracking: order.tracking,
    parcels: order.parcels.map(({ sentAt, ...parcel }) => ({ ...parcel, sentAt: instant(sentAt) })),
    returns: order.returns.map(({ createdAt, receivedAt, ...one }) => ({
      ...one,
      receivedAt: receivedAt === null ? null : instant(receivedAt),
      createdAt: instant(createdAt),
    })),
    restocked: order.restocked,
    createdAt: instant(order.createdAt),
  };
}

function instant(ms: number): string {
  return new Date(ms).toISOString();
}
