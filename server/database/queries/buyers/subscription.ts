import type { Selectable } from "kysely";
import type { SubscriptionRecord } from "../../../domain/subscription.ts";
import type { SubscriptionRow } from "../../schema.ts";

export function toSubscriptionRecord(row: Selectable<SubscriptionRow>): SubscriptionRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    account: row.account,
    customerId: row.customer_id,
    memberId: row.member_id,
    status: row.status,
    fetchedAt: row.asked_at,
    checkoutSessionId: row.checkout_session_id,
    createdAt: row.created_at,
    lines: row.lines === null ? [] : JSON.parse(row.lines),
    currency: row.currency,
    billingInterval: row.billing_interval,
    currentPeriodEnd: row.current_period_end,
    cancelAt: row.cancel_at,
    endedAt: row.ended_at,
    trialEnd: row.trial_end,
  };
}
