// Written by `counterpart generate` from the OpenAPI document. Don't edit: change the document.

import { type SignedMessage, verifySignature } from "@counterpart/client/webhooks/verify-signature";
import type { WebhookPayload } from "./webhooks.ts";

export { type SignedMessage, WebhookVerificationError } from "@counterpart/client/webhooks/verify-signature";

/** The signed webhooks. */
export type SignedWebhookName = "order.placed" | "order.paid" | "order.payment_failed" | "order.refunded" | "order.refund_failed" | "order.disputed" | "order.dispute_closed" | "order.shipped" | "order.returned" | "order.fulfilled" | "checkout.expired" | "subscription.started" | "subscription.renewed" | "subscription.changed" | "subscription.past_due" | "subscription.ended" | "product.changed" | "product.stock_low";

/** An event from the API. */
export type WebhookEvent = NonNullable<WebhookPayload<SignedWebhookName>["body"]>;

/**
 * Verifies a message's signature according to Standard Webhooks, and returns its event.
 * @param secret as in `whsec_…`
 * @throws WebhookVerificationError if it isn't signed with the secret, or is older than five minutes
 */
export function verifyWebhook(message: SignedMessage, secret: string): WebhookEvent {
  return verifySignature(message, secret) as WebhookEvent;
}
