import { createWebhooks, type PreparedWebhook } from "@counterpart/server";
import type { Webhooks } from "../../generated/ucp/webhooks.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { uuidOf } from "../domain/uuid-of.ts";
import { ucpOrderView } from "../views/ucp/ucp-order-view.ts";
import { withHttpSignature } from "./http-signature.ts";
import { type OrderSignerParts, orderOf } from "./order-of-event.ts";

type EventToSign = Pick<Delivery, "eventId" | "subjectId" | "body" | "storeId" | "url" | "secret">;

/**
 * Creates a function that signs an event for the platform of an agent. It contains the order as it is when it is sent.
 * @throws ContractViolation when the event doesn't match the document
 */
export function createPlatformSigner({ loadDocument, ...parts }: OrderSignerParts) {
  let webhooks: Promise<ReturnType<typeof createWebhooks<Webhooks>>> | undefined;
  return async (event: EventToSign, now: number): Promise<PreparedWebhook> => {
    const { eventId, body, storeId, url, secret } = event;
    webhooks ??= loadDocument().then((document) => createWebhooks<Webhooks>(document));
    const { order, permalink } = await orderOf(event, parts);
    const { timestamp } = JSON.parse(body) as { timestamp: string };
    const prepared = (await webhooks).prepare("orderEvent", url, {
      headers: {
        "UCP-Agent": `profile="${parts.publicUrl}/.well-known/ucp?store=${storeId}"`,
        "Webhook-Id": uuidOf(eventId),
        "Webhook-Timestamp": Math.floor(Date.parse(timestamp) / 1000),
        // They cover the body, so they are added afterwards.
        ...{ "Content-Digest": "", "Signature-Input": "", Signature: "" },
      },
      body: ucpOrderView(order, permalink),
    });
    const { "Content-Digest": _, "Signature-Input": __, Signature: ___, ...headers } = prepared.headers;
    return withHttpSignature({ ...prepared, headers }, { secret, signedAt: now });
  };
}
