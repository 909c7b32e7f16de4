import type { SubscriptionRecord } from "../../../domain/subscription.ts";
import { isHeld, liveStatuses } from "../../../domain/subscription-state.ts";
import type { Queries } from "../../engines/queries.ts";
import { linesFromColumn } from "../purchase-columns.ts";
import { toSubscriptionRecord } from "./subscription.ts";

export interface MemberOfStore {
  storeId: string;
  memberId: string;
}

/** A subscription that a member has or is still paying for, with its products. */
export interface HeldSubscription extends SubscriptionRecord {
  productIds: string[];
  /** Whether its first payment has arrived, or nothing was to pay. */
  isPaid: boolean;
}

/**
 * A member's known subscriptions, except duplicates to be cancelled. A subscription without a known checkout
 * has no products.
 */
export async function heldSubscriptions(
  db: Queries,
  { storeId, memberId }: MemberOfStore,
): Promise<HeldSubscription[]> {
  const rows = await db
    .selectFrom("subscriptions")
    .leftJoin("orders", "orders.checkout_session_id", "subscriptions.checkout_session_id")
    .leftJoin("checkout_sessions", "checkout_sessions.id", "subscriptions.checkout_session_id")
    .leftJoin("duplicate_subscriptions", "duplicate_subscriptions.subscription_id", "subscriptions.id")
    .selectAll("subscriptions")
    .select(["orders.payment_status", "orders.lines as ordered", "checkout_sessions.lines as offered"])
    .where("subscriptions.store_id", "=", storeId)
    .where("subscriptions.member_id", "=", memberId)
    .where("subscriptions.status", "in", [...liveStatuses, "incomplete"])
    .where("duplicate_subscriptions.subscription_id", "is", null)
    .orderBy("subscriptions.id")
    .execute();
  return rows
    .filter(({ status, payment_status }) =>
      isHeld({ status, isPaymentPending: payment_status === "pending" }),
    )
    .map((row) => ({
      ...toSubscriptionRecord(row),
      productIds: productsOf(row.ordered ?? row.offered),
      isPaid: row.payment_status === "paid",
    }));
}

/** Subscriptions that never began, because the first payment failed or is pending. */
const notBegun = ["incomplete", "incomplete_expired"];

/** The products that a member has subscribed to, also in the past. */
export async function productsHad(db: Queries, { storeId, memberId }: MemberOfStore): Promise<Set<string>> {
  const rows = await db
    .selectFrom("subscriptions")
    .leftJoin("orders", "orders.checkout_session_id", "subscriptions.checkout_session_id")
    .leftJoin("checkout_sessions", "checkout_sessions.id", "subscriptions.checkout_session_id")
    .select(["orders.lines as ordered", "checkout_sessions.lines as offered"])
    .where("subscriptions.store_id", "=", storeId)
    .where("subscriptions.member_id", "=", memberId)
    .where("subscriptions.status", "not in", notBegun)
    .execute();
  return new Set(rows.flatMap(({ ordered, offered }) => productsOf(ordered ?? offered)));
}

/** @param lines JSON, as in orders and checkout_sessions */
export function productsOf(lines: string | null): string[] {
  return lines === null ? [] : linesFromColumn(lines).map(({ productId }) => productId);
}
