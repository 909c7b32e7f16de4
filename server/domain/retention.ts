const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long what is over is kept, in milliseconds. Orders, their payments, refunds and disputes are kept for ever: they
 * are the merchant's books. Carts end with their own `expires_at`.
 */
export const retentionMs = {
  /** From their arrival. The provider sends an event again for three days, and by hand for thirty. */
  providerEvents: 30 * dayMs,
  /** From their expiry. */
  memberSessions: dayMs,
  /** From their expiry. A caller may still ask what became of a link. */
  expiredCheckoutSessions: 90 * dayMs,
  /** From their expiry. A year of questions about purchases, and a month more; the order stays. */
  completeCheckoutSessions: 400 * dayMs,
} as const;
