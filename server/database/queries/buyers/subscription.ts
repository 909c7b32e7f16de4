import type { Selectable } from "kysely";
import type { SubscriptionRow } from "../../schema.ts";

export interface SubscriptionRecord {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The provider's account that it lives on; null for the platform's own. */
  account: string | null;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's status: active, trialing, past_due, canceled … */
  status: string;
  /** When this state was requested from the provider. */
  fetchedAt: number;
  /** Ours; null where it isn't known. */
  checkoutSessionId: string | null;
  /** By the provider's clock; null where it isn't known. */
  createdAt: number | null;
}

/** A subscription as the provider reports it. */
export type ReportedSubscription = Omit<SubscriptionRecord, "checkoutSessionId" | "createdAt"> &
  Partial<Pick<SubscriptionRecord, "checkoutSessionId" | "createdAt">>;

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
  };
}
