import type { PaymentDifference } from "../../database/queries/orders/payment-differences.ts";
import { amountParts, totalOf } from "../../domain/amounts.ts";
import { isUnansweredDispute } from "../../domain/dispute.ts";
import { displayAmount } from "../../domain/money.ts";
import type { Order } from "../../domain/order.ts";
import { contentText } from "../../domain/parcels.ts";
import { nameWithOptions } from "../../domain/product.ts";
import { refundedText } from "../../domain/refund-content.ts";
import { instant, withInstants } from "./instants.ts";

/** Headings for the columns of `orderCells`. */
export const orderHeading = [
  ...["number", "id", "created", "customer", "lines"],
  ...["total", "payment", "refunded", "disputed", "fulfilled"],
];

/** For JSON output. */
export function orderValue({ storeId: _, fulfilledAt, createdAt, ...order }: Order) {
  const { payments, refunds, disputes, parcels, returns, ...others } = order;
  return {
    ...others,
    payments: payments.map(withInstants),
    refunds: refunds.map(withInstants),
    disputes: disputes.map(withInstants),
    parcels: parcels.map(withInstants),
    returns: returns.map(withInstants),
    ...withInstants({ fulfilledAt, createdAt }),
  };
}

export function orderCells(order: Order) {
  const { id, createdAt, customerEmail, currency } = order;
  return [
    numberOf(order),
    id,
    instant(createdAt),
    customerEmail,
    linesOf(order),
    displayAmount(totalOf(order), currency),
    paymentOf(order),
    refundedOf(order),
    disputesOf(order),
    fulfilmentText(order),
  ];
}

/** The fields that have a value. */
export function orderFields(order: Order): Record<string, string> {
  const { id, status, createdAt, currency, memberId, metadata } = order;
  const fields: Record<string, string> = {
    number: numberOf(order),
    id,
    status,
    created: instant(createdAt),
    lines: linesOf(order),
    ...Object.fromEntries(
      amountParts(order.amounts).map(({ name, amount }) => [
        name.toLowerCase(),
        displayAmount(amount, currency),
      ]),
    ),
    total: displayAmount(totalOf(order), currency),
    payment: paymentOf(order),
    payments: order.payments
      .map(
        ({ id, amount, currency, paidAt }) => `${id} ${displayAmount(amount, currency)} ${instant(paidAt)}`,
      )
      .join(", "),
    refunds: order.refunds
      .map(
        (refund) =>
          `${refund.id} ${displayAmount(refund.amount, refund.currency)} ${refund.status}${refund.resolvedAt === null ? "" : ", resolved"}${refundedItems(refund, order)}`,
      )
      .join(", "),
    disputes: disputesOf(order),
    subscription: order.subscriptionId ?? "",
    customer: [order.customerName, order.customerEmail, order.customerPhone].filter(Boolean).join(", "),
    member: memberId ?? "",
    "ships to": shipsTo(order),
    "shipping rate": order.shippingRate?.name ?? "",
    parcels: parcelsOf(order),
    "back in stock, not sent": contentText(order.restocked, order.lines),
    returns: returnsOf(order),
    fulfilled: fulfilmentText(order),
    metadata: Object.entries(metadata)
      .map(([name, value]) => `${name}: ${value}`)
      .join(", "),
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

export function shipsTo({ shippingAddress }: Order): string {
  return Object.values(shippingAddress ?? {})
    .filter(Boolean)
    .join(", ");
}

function numberOf({ number }: Order): string {
  return number === null ? "" : String(number);
}

function linesOf({ lines }: Order): string {
  return lines
    .map((line) => `${line.quantity} × ${nameWithOptions(line)}${line.sku ? ` (${line.sku})` : ""}`)
    .join(", ");
}

/** Such as `chk_… shipping 5.00 eur` and `in_… price 20.00 eur instead of 9.00 eur`. */
export function differenceText(difference: PaymentDifference): string {
  const { id, part, expected, expectedCurrency, charged, currency } = difference;
  const instead = expected === null ? "" : ` instead of ${displayAmount(expected, expectedCurrency)}`;
  return `${id} ${part} ${displayAmount(charged, currency)}${instead}`;
}

/** The refunded amount, and refunds that failed. */
function refundedOf({ refunded, refunds, currency }: Order): string {
  const failed = refunds.filter(({ status }) => status === "failed");
  return [
    ...(refunded > 0 ? [displayAmount(refunded, currency)] : []),
    ...failed.map((refund) => `${displayAmount(refund.amount, refund.currency)} failed`),
  ].join(", ");
}

/** ` (1 × Scarf, shipping)`; nothing for a refund of an amount. */
function refundedItems(refund: Order["refunds"][number], order: Order): string {
  const content = refundedText(refund, order.lines);
  return content === "" ? "" : ` (${content})`;
}

function disputesOf({ disputes }: Order): string {
  return disputes
    .map((dispute) => {
      const { status, reason, dueAt } = dispute;
      const isDue = dueAt !== null && isUnansweredDispute(dispute);
      return `${status} (${reason}${isDue ? `, answer by ${instant(dueAt).slice(0, 10)}` : ""})`;
    })
    .join(", ");
}

function parcelsOf({ parcels, lines }: Order): string {
  return parcels
    .map(({ id, lines: sent, tracking, sentAt }) =>
      [id, instant(sentAt), contentText(sent, lines), tracking?.carrier, tracking?.number]
        .filter(Boolean)
        .join(" "),
    )
    .join("; ");
}

function returnsOf({ returns, lines }: Order): string {
  return returns
    .map(({ id, lines: returned, receivedAt, refundId }) =>
      [
        id,
        contentText(returned, lines),
        receivedAt === null ? "expected" : `received ${instant(receivedAt)}`,
        refundId,
      ]
        .filter(Boolean)
        .join(" "),
    )
    .join("; ");
}

function fulfilmentText({ fulfilledAt, tracking }: Order): string {
  return [fulfilledAt === null ? "" : instant(fulfilledAt), tracking?.number ?? ""].join(" ").trim();
}

/** `paid`, or the amount paid if it isn't the total, and the number of renewals. */
function paymentOf(order: Order): string {
  const { paymentStatus, paid, currency, payments } = order;
  const isOtherSum = paid !== null && (paid.amount !== totalOf(order) || paid.currency !== currency);
  const renewals = payments.length - 1;
  return [
    isOtherSum ? `${paymentStatus} ${displayAmount(paid.amount, paid.currency)}` : paymentStatus,
    ...(renewals > 0 ? [`${renewals} renewed`] : []),
  ].join(", ");
}
