import { createHmac } from "node:crypto";
import { type ApiDocument, createWebhooks, type PreparedWebhook } from "@counterpart/server";
import type { Webhooks } from "../../generated/acp/webhooks.ts";
import type { Database } from "../database/database.ts";
import type { Delivery } from "../database/queries/events/deliveries.ts";
import { orderPermalink } from "../domain/order-permalink.ts";
import { acpOrderView } from "../views/acp/acp-order-view.ts";

type EventToSign = Pick<Delivery, "eventId" | "type" | "subjectId" | "storeId" | "url" | "secret">;

export interface AgentSignerParts {
  database: Pick<Database, "orders" | "stores">;
  /** Of the Agentic Commerce Protocol. Called when the first event is sent. */
  loadDocument: () => Promise<ApiDocument>;
  /** Without a trailing slash. */
  publicUrl: string;
}

/**
 * Creates a function that signs an event for an agent. It contains the order as it is when it is sent: the protocol's events have
 * no time, so that an older order that arrives later would replace a newer one.
 * @throws ContractViolation when the event doesn't match the document
 */
export function createAgentSigner({ database, loadDocument, publicUrl }: AgentSignerParts) {
  let webhooks: Promise<ReturnType<typeof createWebhooks<Webhooks>>> | undefined;
  return async (event: EventToSign, now: number): Promise<PreparedWebhook> => {
    const { eventId, type, subjectId: orderId, storeId, url, secret } = event;
    webhooks ??= loadDocument().then((document) => createWebhooks<Webhooks>(document));
    const order = await database.orders.find({ storeId, orderId });
    if (!order) throw new Error(`The order ${orderId} is missing.`);
    const { successUrl } = await database.stores.get(storeId);
    const permalink = orderPermalink(order.checkoutSessionId, { successUrl, publicUrl });
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
