import { createHmac } from "node:crypto";
import { createWebhooks, type PreparedWebhook } from "@counterpart/server";
import type { Webhooks } from "../../generated/acp/webhooks.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { acpOrderView } from "../views/acp/acp-order-view.ts";
import { type OrderSignerParts, orderOf } from "./order-of-event.ts";

type EventToSign = Pick<Delivery, "eventId" | "type" | "subjectId" | "storeId" | "url" | "secret">;

/**
 * Creates a function that signs an event for an agent. It contains the order as it is when it is sent: the protocol's events have
 * no time, so that an older order that arrives later would replace a newer one.
 * @throws ContractViolation when the event doesn't match the document
 */
export function createAgentSigner({ loadDocument, ...parts }: OrderSignerParts) {
  let webhooks: Promise<ReturnType<typeof createWebhooks<Webhooks>>> | undefined;
  return async (event: EventToSign, now: number): Promise<PreparedWebhook> => {
    const { eventId, type, url, secret } = event;
    webhooks ??= loadDocument().then((document) => createWebhooks<Webhooks>(document));
    const { order, permalink } = await orderOf(event, parts);
    const seconds = Math.floor(now / 1000);
    const prepared = (await webhooks).prepare("order_events", url, {
      headers: {
        // The signature covers the body, so it is added afterwards.
        "Merchant-Signature": `t=${seconds},v1=${"0".repeat(64)}`,
        "Request-Id": eventId,
        Timestamp: new Date(now).toISOString(),
      },
      body: { type: type.replace("acp.", ""), data: acpOrderView(order, permalink) },
    });
    const digest = createHmac("sha256", secret).update(`${seconds}.${prepared.body}`).digest("hex");
    const signature = { "Merchant-Signature": `t=${seconds},v1=${digest}` };
    return { ...prepared, headers: { ...prepared.headers, ...signature } };
  };
}
