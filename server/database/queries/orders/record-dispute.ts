import type { Queries } from "../../engines/engine.ts";
import type { Dispute } from "./order.ts";

/** Records the state of a dispute; a later request wins. */
export async function recordDispute(
  db: Queries,
  dispute: Dispute & { account: string | null; fetchedAt: number },
): Promise<void> {
  const { id, paymentId, account, status, reason, amount, currency, openedAt, dueAt, fetchedAt } = dispute;
  const state = { status, reason, amount, currency, due_at: dueAt, asked_at: fetchedAt };
  await db
    .insertInto("disputes")
    .values({ id, payment_id: paymentId, account, opened_at: openedAt, ...state })
    .onConflict((c) => c.column("id").doUpdateSet(state).where("disputes.asked_at", "<=", fetchedAt))
    .execute();
}
