export interface SubscriptionRecord {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The subscription's provider account; null for the platform's own. */
  account: string | null;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's status: active, trialing, past_due, canceled … */
  status: string;
  /** When this state was requested from the provider. */
  fetchedAt: number;
  /** Our id; null when unknown. */
  checkoutSessionId: string | null;
  /** By the provider's clock; null when unknown. */
  createdAt: number | null;
}

/** A subscription as the provider reports it. */
export type ReportedSubscription = Omit<SubscriptionRecord, "checkoutSessionId" | "createdAt"> &
  Partial<Pick<SubscriptionRecord, "checkoutSessionId" | "createdAt">>;
