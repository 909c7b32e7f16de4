import type { components } from "../../generated/types.ts";
import type { SubscriptionRow } from "../database/schema.ts";

/** A subscription as the contract shows it. */
export function subscriptionView(row: SubscriptionRow): components["schemas"]["Subscription"] {
  return {
    id: row.id,
    storeId: row.store_id,
    status: row.status,
    memberId: row.member_id,
    checkoutSessionId: row.checkout_session_id,
  };
}
