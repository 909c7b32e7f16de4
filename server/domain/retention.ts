const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long finished records are kept, in milliseconds. Orders, their payments, refunds and disputes are kept for ever:
 * they are the merchant's books. Carts end with their own `expires_at`.
 */
export const retentionMs = {
  /** From their arrival. The provider resends an event for three days, and on request for thirty. */
  providerEvents: 30 * dayMs,
  /** From when they happened. The provider's own objects are kept for ever, so a late attempt still succeeds. */
  unhandledEvents: 90 * dayMs,
  /** From when they happened, delivered or not. */
  events: 30 * dayMs,
  /** From their expiry. */
  memberSessions: dayMs,
  /** From when they were made, once their outcome is known. The refunds themselves are kept. */
  refundRequests: 90 * dayMs,
  /** From their expiry. A caller may still look up a link. */
  expiredCheckoutSessions: 90 * dayMs,
  /** From their expiry. Questions about purchases come for about a year; a month is added. The order stays. */
  completeCheckoutSessions: 400 * dayMs,
} as const;
