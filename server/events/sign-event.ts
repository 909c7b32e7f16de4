import { type ApiDocument, createWebhooks, type PreparedWebhook, signWebhook } from "@counterpart/server";
import type { WebhookPayload, Webhooks } from "../../generated/webhooks.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { isEventType } from "../domain/events/event-types.ts";

type EventToSign = Pick<Delivery, "eventId" | "type" | "body" | "url" | "secret">;

/** What objects gained since version 1.1 of the document, whose events may still wait to be sent. */
const laterFields: Record<string, object> = {
  order: { subscriptionId: null, disputes: [] },
  subscription: { createdAt: null },
};

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
    const recorded = JSON.parse(body);
    const data = { ...laterFields[subjectOf(type)], ...recorded.data };
    const payload: WebhookPayload<typeof type> = {
      // The signature is of the body, and so can only be made afterwards.
      headers: {
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(now / 1000)),
        "webhook-signature": "v1,",
      },
      body: { ...recorded, data },
    };
    const prepared = (await webhooks).prepare(type, url, payload as never);
    return signWebhook(prepared, { secret, id: eventId, sentAt });
  };
}

/** `order` of `order.paid`. */
function subjectOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}
