import type { OrderMailKind } from "../../domain/mails/mail-kinds.ts";
import type { MailLocale } from "../../domain/mails/mail-locale.ts";
import { toMinorUnits } from "../../domain/money.ts";
import type { Order, OrderRefund } from "../../domain/order.ts";
import {
  addressLetter,
  confirmationLetter,
  failedLetter,
  type OrderEmail,
  pendingLetter,
  refundLetter,
  type SendingStore,
  shippingLetter,
} from "./order-letters.ts";
import { endingLetter, renewalFailedLetter, renewalLetter } from "./subscription-letters.ts";

interface ExampleStore extends SendingStore {
  id: string;
  currency: string;
}

/** An email about an order that doesn't exist, to show what a text looks like. @param now in milliseconds since 1970 */
export function exampleLetter(
  kind: OrderMailKind,
  { store, language, now }: { store: ExampleStore; language: MailLocale; now: number },
): { order: Order; written: OrderEmail } {
  const order = exampleOrder(store, language, now);
  return { order, written: letterOf(kind, order, store) };
}

function letterOf(kind: OrderMailKind, order: Order, store: SendingStore): OrderEmail {
  const { total: amount, currency, createdAt } = order;
  const paymentId = "pi_example";
  switch (kind) {
    case "order_confirmation":
      return confirmationLetter(order, store, { downloads: undefined, invoice: undefined });
    case "payment_pending":
      return pendingLetter(order, store);
    case "payment_failed":
      return failedLetter(order, store);
    case "shipping_notice": {
      const tracking = { carrier: "Example Post", number: "RR123456785", url: null };
      return shippingLetter(order, { id: "", lines: order.lines, tracking, sentAt: createdAt }, store);
    }
    case "address_change":
      return addressLetter(order, store);
    case "refund": {
      const made = { id: "", paymentId, status: "succeeded", createdAt, resolvedAt: null } as const;
      const refund: OrderRefund = { ...made, amount, currency, lines: [], shipping: 0 };
      return refundLetter(order, refund, store);
    }
    case "renewal":
      return renewalLetter(
        order,
        { id: paymentId, invoiceId: null, amount, currency, paidAt: createdAt },
        store,
      );
    case "renewal_failed":
      return renewalFailedLetter(order, store);
    case "subscription_ending":
      return endingLetter(order, createdAt + 30 * 24 * 60 * 60 * 1000, store);
  }
}

function exampleOrder(store: ExampleStore, locale: MailLocale, now: number): Order {
  const { currency } = store;
  const price = toMinorUnits("25", currency) ?? 0;
  const product = { productId: "example", name: "Example", options: [], unitPriceInCents: price };
  return {
    ...{ id: "order_example", number: 1042, storeId: store.id, checkoutSessionId: "", cartId: null },
    ...{ status: "paid", paymentStatus: "paid", paymentId: null, subscriptionId: null, memberId: null },
    lines: [{ ...product, quantity: 2 }],
    ...{ total: 2 * price, amounts: null, shippingRate: null, currency, locale },
    ...{ paid: null, payments: [], refunded: 0, refunds: [], disputes: [] },
    ...{ customerEmail: "ines@reader.example", customerName: "Ines Duarte", customerPhone: null },
    shippingAddress: {
      ...{ name: "Ines Duarte", line1: "Rua da Bica 14", line2: null },
      ...{ city: "Lisboa", state: null, postalCode: "1200-054", country: "PT" },
    },
    ...{ parcels: [], returns: [], restocked: [], fulfilledAt: now, tracking: null },
    ...{ metadata: {}, createdAt: now },
  };
}
