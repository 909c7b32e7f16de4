import type { WebhookName } from "../../../generated/webhooks.ts";
import { type AgentProtocol, agentProtocols } from "../agent-protocol.ts";

/** The event types, named as the document's webhooks. */
export type EventType = WebhookName;

const all: Record<EventType, true> = {
  "order.placed": true,
  "order.paid": true,
  "order.payment_failed": true,
  "order.refunded": true,
  "order.refund_failed": true,
  "order.disputed": true,
  "order.dispute_closed": true,
  "order.shipped": true,
  "order.returned": true,
  "order.fulfilled": true,
  "checkout.expired": true,
  "subscription.started": true,
  "subscription.renewed": true,
  "subscription.changed": true,
  "subscription.past_due": true,
  "subscription.ended": true,
  "product.changed": true,
  "product.stock_low": true,
};

/**
 * The events for agents: their protocol, and their names in it. They are of an agent's own orders, and go to the endpoints of
 * that agent only.
 */
export const agentEventTypes = {
  acp: ["acp.order_create", "acp.order_update"],
  ucp: ["ucp.order"],
} as const satisfies Record<AgentProtocol, string[]>;

export type AgentEventType = (typeof agentEventTypes)[AgentProtocol][number];

export const eventTypes = Object.keys(all) as EventType[];

export function isEventType(text: string): text is EventType {
  return Object.hasOwn(all, text);
}

/** The protocol of an event for agents; undefined for one of merchants. */
export function protocolOfEvent(type: string): AgentProtocol | undefined {
  return agentProtocols.find((protocol) => agentEventTypes[protocol].some((one) => one === type));
}

/** What decides which events an endpoint gets. */
interface Subscription {
  /** Null for all of merchants. */
  types: readonly string[] | null;
  /** The API keys of the agent that it belongs to; null for an endpoint of the merchant. */
  agentKeys: string[] | null;
  /** That the agent speaks; null for an endpoint of the merchant. */
  protocol: AgentProtocol | null;
}

/** @param event `agent`: the API key that bought the order that an event for agents is about */
export function isWanted(
  { type, agent }: { type: string; agent?: string | undefined },
  { types, agentKeys, protocol }: Subscription,
): boolean {
  const spoken = protocolOfEvent(type);
  if (spoken) return agent !== undefined && spoken === protocol && agentKeys?.includes(agent) === true;
  return agentKeys === null && (types === null || types.includes(type));
}
