import { type ApiDocument, createWebhooks, type PreparedWebhook, signWebhook } from "@counterpart/server";
import type { WebhookPayload, Webhooks } from "../../generated/webhooks.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { isEventType } from "../domain/events/event-types.ts";

type EventToSign = Pick<Delivery, "eventId" | "type" | "body" | "url" | "secret">;

/** Fields added since version 1.1 of the document. Events recorded before may still be waiting. */
const laterFields: Record<string, object> = {
  order: { subscriptionId: null, disputes: [] },
  product: {
    ...{
      stock: null,
      quantity: null,
      reserved: null,
      sku: null,
      weightInGrams: null,
      compareAtPriceInCents: null,
    },
    ...{ trialDays: null, requiresShipping: null, taxCode: null },
  },
  subscription: {
    ...{ createdAt: null, lines: [], currency: null, billingInterval: null, currentPeriodEnd: null },
    ...{ cancelAt: null, endedAt: null, trialEnd: null },
  },
};
/** The same of the lines of orders and checkout sessions, and of an order's refunds. */
const laterLineFields = { options: [] };
const laterRefundFields = { lines: [], shipping: 0 };

/**
 * Creates a function that signs an event's request.
 * @throws ContractViolation when the event doesn't match the document
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
    if (data.lines) data.lines = data.lines.map((line: object) => ({ ...laterLineFields, ...line }));
    if (data.refunds)
      data.refunds = data.refunds.map((refund: object) => ({ ...laterRefundFields, ...refund }));
    const payload: WebhookPayload<typeof type> = {
      // The signature covers the body, so it is added afterwards.
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

/** Returns `order` for `order.paid`. */
function subjectOf(type: string): string {
  return type.slice(0, type.indexOf("."));
}
