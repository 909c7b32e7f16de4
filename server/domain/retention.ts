const dayMs = 24 * 60 * 60 * 1000;

/**
 * How long finished records are kept, in milliseconds. Orders, payments, refunds and disputes are the
 * merchant's books and kept permanently. Carts have their own `expires_at`.
 */
export const retentionMs = {
  /** From arrival. The provider resends an event for three days, and on request for thirty. */
  providerEvents: 30 * dayMs,
  /** From the event. The provider keeps its own objects permanently, so a late attempt still succeeds. */
  unhandledEvents: 90 * dayMs,
  /** From the event, delivered or not. */
  events: 30 * dayMs,
  /** From the event, sent or not. */
  mails: 30 * dayMs,
  /** From expiry. */
  memberSessions: dayMs,
  /** From creation, once the outcome is known. The refunds themselves are kept. */
  refundRequests: 90 * dayMs,
  /** From expiry. A caller may still look up a link. */
  expiredCheckoutSessions: 90 * dayMs,
  /** From expiry. Questions about purchases arrive for about a year; this adds a month. The order is kept. */
  completeCheckoutSessions: 400 * dayMs,
  /** From the deletion: a reader of the list may continue after a deleted product. */
  deletedProducts: 7 * dayMs,
  /** Since no product has the uploaded image. Open payment pages and caches may still show it. */
  unusedImages: 7 * dayMs,
  /** Since a product doesn't have the file any more. Downloads of it may still be running. */
  unusedFiles: 7 * dayMs,
} as const;
