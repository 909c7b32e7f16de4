import { ApiError } from "@counterpart/server/errors";
import { type Amounts, includesTax } from "./amounts.ts";
import type { SnapshotLine } from "./checkout.ts";
import { conflict, conflictAt } from "./error-codes.ts";
import { type LineQuantity, refuseExcess, ruleFor, summed, without } from "./line-quantities.ts";
import { chargeStepOf, displayAmount } from "./money.ts";
import type { RefundStatus } from "./order-state.ts";
import { contentText } from "./parcels.ts";
import {
  chooseRefund,
  type RefundableOrder,
  type RefundablePayment,
  type RefundRequest,
  refundableOf,
  type WantedContent,
} from "./refund.ts";
import { roundedDown, spread } from "./spread.ts";

/** What a refund was for. Amounts are in the currency's smallest unit. */
export interface RefundContent {
  lines: RefundedLine[];
  shipping: number;
}

export interface RefundedLine extends LineQuantity {
  amount: number;
}

/** Tax that was paid on top of the prices, in the smallest unit. */
export interface TaxOnTop {
  /** By product id. */
  lines: ReadonlyMap<string, number>;
  shipping: number;
}

interface SoldOrder {
  lines: SnapshotLine[];
  amounts: Amounts | null;
}

interface RefundedOrder extends SoldOrder, RefundableOrder {
  refunds: (RefundContent & { status: RefundStatus })[];
}

export interface PlannedRefund {
  payment: RefundablePayment;
  amount: number;
  /** Null for a refund of an amount. */
  content: RefundContent | null;
}

const refundRule = ruleFor("refundable", "refunded");

/** The lines with the quantities that no refund names yet. */
export function refundableLines({ lines, refunds }: RefundedOrder): SnapshotLine[] {
  return without(
    lines,
    madeOf(refunds).flatMap((refund) => refund.lines),
  );
}

/** Whether shipping was paid, and no refund names it yet. */
export function isShippingRefundable({ amounts, refunds }: RefundedOrder): boolean {
  return (amounts?.shipping ?? 0) > 0 && madeOf(refunds).every(({ shipping }) => shipping === 0);
}

/** Whether other items would be refunded. */
export function isAboutItems(error: unknown): error is ApiError {
  return error instanceof ApiError && error.details?.some(({ rule }) => rule === refundRule.rule) === true;
}

/** `1 × Scarf – Red, shipping`; empty for a refund of an amount. */
export function refundedText({ lines, shipping }: RefundContent, sold: SnapshotLine[]): string {
  return [
    ...(lines.length > 0 ? [contentText(lines, sold)] : []),
    ...(shipping > 0 ? ["shipping"] : []),
  ].join(", ");
}

/** Whether the shares depend on how much tax each line had, which prices and the tax of the whole order don't show. */
export function isTaxedByLine({ lines, amounts }: SoldOrder): boolean {
  if (amounts === null || includesTax(amounts)) return false;
  return lines.length + (amounts.shipping > 0 ? 1 : 0) > 1;
}

/**
 * Chooses the payment, and the amount as wanted, or the shares of the wanted lines and of shipping in what the order's first payment was.
 * @param taxes undefined unless the order `isTaxedByLine`; without them, the tax is spread in proportion
 * @throws as `chooseRefund` does, and CONFLICT for more than is left
 */
export function planRefund(order: RefundedOrder, request: RefundRequest, taxes?: TaxOnTop): PlannedRefund {
  const { content: wanted, ...byAmount } = request;
  if (!wanted) return { ...chooseRefund(order, byAmount), content: null };
  const [payment] = order.payments;
  if (byAmount.paymentId !== undefined && byAmount.paymentId !== payment?.id) {
    throw conflict(
      "Items are refunded from the order's first payment. Refund another payment by its amount.",
    );
  }
  // Refuses an order that isn't paid or changed meanwhile, before its items are looked at.
  const { payment: first } = chooseRefund(order, { ...byAmount, paymentId: payment?.id, amount: undefined });
  const content = contentOf(order, first, wanted, taxes);
  if (wanted.lines.length === 0 && !wanted.shipping) throw refused("Choose at least one item to refund.");
  const amount = content.lines.reduce((sum, line) => sum + line.amount, content.shipping);
  if (amount === 0) throw refused("These items cost nothing, so there is nothing to refund.");
  const left = refundableOf(first);
  if (amount > left) {
    const [asked, rest] = [amount, left].map((sum) => displayAmount(sum, first.currency));
    throw refused(
      `These items cost ${asked}, which is more than can be refunded (${rest}). Refund an amount instead.`,
    );
  }
  return { ...chooseRefund(order, { ...byAmount, paymentId: first.id, amount }), content };
}

function contentOf(
  order: RefundedOrder,
  payment: RefundablePayment,
  wanted: WantedContent,
  taxes: TaxOnTop | undefined,
): RefundContent {
  const lines = refuseExcess(wanted.lines, { left: refundableLines(order), named: order.lines }, refundRule);
  if (wanted.shipping && !isShippingRefundable(order)) throw refused("No shipping is left to refund.");
  const paid = paidFor(order, payment, taxes);
  const before = madeOf(order.refunds).flatMap((refund) => refund.lines);
  const step = chargeStepOf(payment.currency);
  return {
    lines: lines.map(({ productId, quantity }) => {
      const of = order.lines.findIndex((line) => line.productId === productId);
      const line = { quantity: order.lines[of]?.quantity ?? 0, amount: paid.lines[of] ?? 0 };
      const earlier = before.filter((one) => one.productId === productId);
      return { productId, quantity, amount: shareOf(line, earlier, quantity, step) };
    }),
    shipping: wanted.shipping ? paid.shipping : 0,
  };
}

/** The last unit of a line takes the rest, whatever was refunded before or failed since. */
function shareOf(
  line: { quantity: number; amount: number },
  earlier: RefundedLine[],
  quantity: number,
  step: number,
): number {
  const refunded = earlier.reduce((sum, { amount }) => sum + amount, 0);
  const [{ quantity: before } = { quantity: 0 }] = summed(earlier);
  if (before + quantity === line.quantity) return line.amount - refunded;
  const upTo = (units: number) => roundedDown(line.amount, units, line.quantity, step);
  return upTo(before + quantity) - upTo(before);
}

/** What each line and shipping were of the payment: together all of it, to the smallest unit. */
function paidFor(
  { lines, amounts }: SoldOrder,
  { amount, currency }: RefundablePayment,
  taxes: TaxOnTop | undefined,
): { lines: number[]; shipping: number } {
  const prices = lines.map((line) => line.unitPriceInCents * line.quantity);
  const discounts = spread(amounts?.discount ?? 0, prices);
  const shipping = amounts?.shipping ?? 0;
  const untaxed = [...prices.map((price, index) => price - (discounts[index] ?? 0)), shipping];
  const onTop = taxes
    ? [...lines.map(({ productId }) => taxes.lines.get(productId) ?? 0), taxes.shipping]
    : spread(amounts && !includesTax(amounts) ? amounts.tax : 0, untaxed);
  const weights = untaxed.map((part, index) => part + (onTop[index] ?? 0));
  const parts = spread(amount, weights, chargeStepOf(currency));
  return { lines: parts.slice(0, -1), shipping: parts.at(-1) ?? 0 };
}

function madeOf<Refund extends { status: RefundStatus }>(refunds: Refund[]): Refund[] {
  return refunds.filter(({ status }) => status !== "failed");
}

function refused(message: string): ApiError {
  return conflictAt("/lines", message, { rule: refundRule.rule, message });
}
