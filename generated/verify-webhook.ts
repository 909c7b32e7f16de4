// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import { type SignedMessage, verifySignature } from "./client-runtime/webhooks/verify-signature.ts";
import type { WebhookPayload } from "./webhooks.ts";

export { type SignedMessage, WebhookVerificationError } from "./client-runtime/webhooks/verify-signature.ts";

/** The webhooks that are signed. */
export type SignedWebhookName = "order.placed" | "order.paid" | "order.payment_failed" | "order.refunded" | "order.refund_failed" | "order.disputed" | "order.dispute_closed" | "order.fulfilled" | "checkout.expired" | "subscription.started" | "subscription.renewed" | "subscription.ended" | "product.changed" | "product.stock_low";

/** What the API sends. */
export type WebhookEvent = NonNullable<WebhookPayload<SignedWebhookName>["body"]>;

/**
 * The event that a message carries, once its signature has been verified by Standard Webhooks.
 * @param secret as in `whsec_…`
 * @throws WebhookVerificationError when it isn't signed with the secret, or was more than five minutes ago
 */
export function verifyWebhook(message: SignedMessage, secret: string): WebhookEvent {
  return verifySignature(message, secret) as WebhookEvent;
}
