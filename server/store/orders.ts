import type { SnapshotLine } from "../domain/checkout.ts";
import { newId } from "../domain/ids.ts";
import type { CheckoutSessionRecord } from "./checkout-sessions.ts";
import type { Engine, Queries } from "./engine.ts";

/** What was sold. Amounts in the currency's smallest unit. */
export interface Order {
  id: string;
  checkoutSessionId: string;
  /** The provider's `pi_…`; null for subscriptions. */
  paymentId: string | null;
  lines: SnapshotLine[];
  total: number;
  refunded: number;
  currency: string;
  memberId: string | null;
  customerEmail: string | null;
  createdAt: number;
}

export function orderQueries(engine: Engine) {
  return {
    /** Newest first. */
    async list(storeId: string): Promise<Order[]> {
      const rows = await engine.read
        .selectFrom("orders")
        .leftJoin("refunds", "refunds.payment_id", "orders.payment_id")
        .selectAll("orders")
        .select("refunds.refunded")
        .where("orders.store_id", "=", storeId)
        .orderBy("orders.created_at", "desc")
        .orderBy("orders.id")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        checkoutSessionId: row.checkout_session_id,
        paymentId: row.payment_id,
        lines: JSON.parse(row.lines),
        total: row.total,
        refunded: row.refunded ?? 0,
        currency: row.currency,
        memberId: row.member_id,
        customerEmail: row.customer_email,
        createdAt: row.created_at,
      }));
    },
  };
}

/** Exactly one order a session, however often it is settled. */
export async function recordOrder(
  db: Queries,
  session: CheckoutSessionRecord,
  paymentId: string | null,
): Promise<void> {
  await db
    .insertInto("orders")
    .values({
      id: newId("order"),
      store_id: session.storeId,
      checkout_session_id: session.id,
      account: session.account,
      payment_id: paymentId,
      lines: JSON.stringify(session.lines),
      total: session.total,
      currency: session.currency,
      member_id: session.memberId,
      customer_email: session.customerEmail,
      created_at: session.completedAt ?? session.createdAt,
    })
    .onConflict((c) => c.column("checkout_session_id").doNothing())
    .execute();
}

/**
 * Notes how much of a payment has been given back, as the provider tells it. It only grows, so an older answer that
 * arrives late changes nothing.
 */
export async function recordRefund(
  db: Queries,
  refund: { paymentId: string; refunded: number },
): Promise<void> {
  const { paymentId, refunded } = refund;
  await db
    .insertInto("refunds")
    .values({ payment_id: paymentId, refunded })
    .onConflict((c) =>
      c.column("payment_id").doUpdateSet({ refunded }).where("refunds.refunded", "<", refunded),
    )
    .execute();
}
