import type { Selectable } from "kysely";
import type { SubscriptionRecord } from "../../../domain/subscription.ts";
import type { SubscriptionRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";

export function toSubscriptionRecord(row: Selectable<SubscriptionRow>): SubscriptionRecord {
  return {
    ...camelCased(row, "id", "store_id", "account", "customer_id", "member_id", "status", "created_at"),
    ...camelCased(row, "checkout_session_id", "currency", "billing_interval", "current_period_end"),
    ...camelCased(row, "cancel_at", "ended_at", "trial_end"),
    fetchedAt: row.asked_at,
    lines: row.lines === null ? [] : JSON.parse(row.lines),
  };
}
