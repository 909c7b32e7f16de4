import type { PaymentRefund } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import { changeOrder } from "./change-order.ts";

/** How much of a payment was refunded, and when the provider was asked. */
export interface Refunds {
  paymentId: string;
  /** The sum of all refunds that haven't failed. */
  refunded: number;
  refunds: ReportedRefund[];
  fetchedAt: number;
}

export interface ReportedRefund extends PaymentRefund {
  /** The id of our request for this refund; undefined for refunds made elsewhere. */
  requestId?: string | undefined;
}

/**
 * Records a payment's refunds, possibly before its order. The sum can shrink, because a refund can fail;
 * responses may arrive out of order, so only a later request replaces the known state.
 * @param now by our clock, which events and emails are sent by; `fetchedAt` is the provider's
 */
export async function recordRefunds(db: Queries, refunds: Refunds, now: number): Promise<void> {
  const { paymentId } = refunds;
  const isOrder = await changeOrder(db, { paymentId }, now, () => write(db, refunds));
  if (!isOrder) await write(db, refunds);
}

async function write(db: Queries, { paymentId, refunded, refunds, fetchedAt }: Refunds): Promise<void> {
  const sum = refunded + (await sumOfNewer(db, paymentId, refunds));
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("refunds")
    .values({ payment_id: paymentId, refunded: sum, asked_at: fetchedAt })
    .onConflict((c) =>
      c
        .column("payment_id")
        .doUpdateSet({ refunded: sum, asked_at: fetchedAt })
        .where("refunds.asked_at", "<=", fetchedAt),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n || refunds.length === 0) return;
  await db
    .insertInto("payment_refunds")
    .values(refunds.map(toRow))
    .onConflict((c) => c.column("id").doUpdateSet((eb) => ({ status: eb.ref("excluded.status") })))
    .execute();
  for (const { id, requestId } of refunds) {
    if (requestId !== undefined) await settleRequest(db, { id: requestId, paymentId }, id);
  }
}

/** The provider never drops a refund, so one that is missing from its list was made after the list. */
async function sumOfNewer(db: Queries, paymentId: string, listed: PaymentRefund[]): Promise<number> {
  const known = await db
    .selectFrom("payment_refunds")
    .select(["id", "amount"])
    .where("payment_id", "=", paymentId)
    .where("status", "<>", "failed")
    .execute();
  const ids = new Set(listed.map(({ id }) => id));
  return known.filter(({ id }) => !ids.has(id)).reduce((sum, { amount }) => sum + amount, 0);
}

/** Records the refund that the provider returned for a request, unless it is already recorded. */
export async function recordMadeRefund(
  db: Queries,
  { storeId, orderId, requestId }: { storeId: string; orderId: string; requestId: string },
  refund: PaymentRefund,
  now: number,
): Promise<void> {
  const { paymentId, amount, status } = refund;
  await changeOrder(db, { id: orderId, storeId }, now, async () => {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto("payment_refunds")
      .values(toRow(refund))
      .onConflict((c) => c.column("id").doNothing())
      .executeTakeFirst();
    await settleRequest(db, { id: requestId, paymentId }, refund.id);
    if (numInsertedOrUpdatedRows === 0n || status === "failed") return;
    await db
      .insertInto("refunds")
      .values({ payment_id: paymentId, refunded: amount })
      .onConflict((c) =>
        c.column("payment_id").doUpdateSet((eb) => ({ refunded: eb("refunds.refunded", "+", amount) })),
      )
      .execute();
  });
}

/** Records which refund a request made, and with the recorded refund, what it was for. */
async function settleRequest(
  db: Queries,
  { id, paymentId }: { id: string; paymentId: string },
  refundId: string,
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable("refund_requests")
    .set({ status: "made", refund_id: refundId })
    .where("id", "=", id)
    .where("payment_id", "=", paymentId)
    .where("refund_id", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return;
  // Requests are deleted after a while, and what was refunded must be known for longer.
  await db
    .updateTable("payment_refunds")
    .set((eb) => ({
      content: eb
        .selectFrom("refund_requests")
        .select("refund_requests.content")
        .where("refund_requests.id", "=", id),
    }))
    .where("id", "=", refundId)
    .execute();
}

function toRow({ id, paymentId, amount, currency, status, createdAt }: PaymentRefund) {
  return { id, payment_id: paymentId, amount, currency, status, created_at: createdAt };
}
