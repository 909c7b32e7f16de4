import type { Queries } from "../../engines/engine.ts";
import { changeOrder } from "./change-order.ts";
import type { PaymentRefund } from "./order.ts";

/** What of a payment has been refunded, and when the provider was asked. */
export interface Refunds {
  paymentId: string;
  /** The sum of those that haven't failed. */
  refunded: number;
  refunds: PaymentRefund[];
  fetchedAt: number;
}

/**
 * Records what of a payment has been refunded. A refund can fail and be reversed, so it may become less; responses may
 * arrive out of order, so only a later request replaces what is known. It may be reported before the order.
 */
export async function recordRefunds(db: Queries, refunds: Refunds): Promise<void> {
  const { paymentId, fetchedAt } = refunds;
  const isOrder = await changeOrder(db, { paymentId }, fetchedAt, () => write(db, refunds));
  if (!isOrder) await write(db, refunds);
}

async function write(db: Queries, { paymentId, refunded, refunds, fetchedAt }: Refunds): Promise<void> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("refunds")
    .values({ payment_id: paymentId, refunded, asked_at: fetchedAt })
    .onConflict((c) =>
      c
        .column("payment_id")
        .doUpdateSet({ refunded, asked_at: fetchedAt })
        .where("refunds.asked_at", "<=", fetchedAt),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows === 0n || refunds.length === 0) return;
  await db
    .insertInto("payment_refunds")
    .values(
      refunds.map(({ id, amount, currency, status, createdAt }) => ({
        id,
        payment_id: paymentId,
        amount,
        currency,
        status,
        created_at: createdAt,
      })),
    )
    .onConflict((c) => c.column("id").doUpdateSet((eb) => ({ status: eb.ref("excluded.status") })))
    .execute();
}
