import type { Dispute } from "../../../domain/order.ts";
import type { Queries } from "../../engines/queries.ts";
import { changeOrder } from "./change-order.ts";

/** A dispute as reported by the provider. */
export interface ReportedDispute extends Omit<Dispute, "status"> {
  /** Null for the platform's own account. */
  account: string | null;
  /** The provider's status, which may be unknown to this version. */
  status: string;
  /** When the provider was asked. */
  fetchedAt: number;
}

/**
 * Records a dispute's state; a later request wins. The dispute may arrive before its order.
 * @param now by our clock, which events are sent by; `fetchedAt` is the provider's
 */
export async function recordDispute(db: Queries, dispute: ReportedDispute, now: number): Promise<void> {
  const { paymentId } = dispute;
  const isOrder = await changeOrder(db, { paymentId }, now, () => write(db, dispute));
  if (!isOrder) await write(db, dispute);
}

async function write(db: Queries, dispute: ReportedDispute): Promise<void> {
  const { id, paymentId, account, status, reason, amount, currency, openedAt, dueAt, fetchedAt } = dispute;
  const state = { status, reason, amount, currency, due_at: dueAt, asked_at: fetchedAt };
  await db
    .insertInto("disputes")
    .values({ id, payment_id: paymentId, account, opened_at: openedAt, ...state })
    .onConflict((c) => c.column("id").doUpdateSet(state).where("disputes.asked_at", "<=", fetchedAt))
    .execute();
}
