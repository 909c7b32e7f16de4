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
