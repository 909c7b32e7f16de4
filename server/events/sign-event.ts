import { type ApiDocument, createWebhooks, type PreparedWebhook, signWebhook } from "@counterpart/toolkit";
import type { WebhookPayload, Webhooks } from "../../generated/webhooks.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { isEventType } from "../domain/events/event-types.ts";

type EventToSign = Pick<Delivery, "eventId" | "type" | "body" | "url" | "secret">;

/**
 * Makes the signed request of an event.
 * @throws ContractViolation for one that doesn't fit the document
 */
export function createSigner(loadDocument: () => Promise<ApiDocument>) {
  let webhooks: Promise<ReturnType<typeof createWebhooks<Webhooks>>> | undefined;
  return async (event: EventToSign, now: number): Promise<PreparedWebhook> => {
    const { eventId, type, body, url, secret } = event;
    if (!isEventType(type)) throw new Error(`There is no event ${type} in this version.`);
    webhooks ??= loadDocument().then((document) => createWebhooks<Webhooks>(document));
    const sentAt = new Date(now);
    const parsed = JSON.parse(body);
    // The version before recorded orders without these fields.
    if (type.startsWith("order.")) parsed.data = { subscriptionId: null, disputes: [], ...parsed.data };
    const payload: WebhookPayload<typeof type> = {
      // The signature is of the body, and so can only be made afterwards.
      headers: {
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(now / 1000)),
        "webhook-signature": "v1,",
      },
      body: parsed,
    };
    const prepared = (await webhooks).prepare(type, url, payload as never);
    return signWebhook(prepared, { secret, id: eventId, sentAt });
  };
}
