import { galway, ines } from "../../../helpers/agent-shop.ts";
import { paidWith, shippedTo } from "../../../helpers/ucp-shop.ts";
import type { Answer } from "../helpers/load.ts";

/** How an agent buys one product through a protocol. */
export interface Protocol {
  /** The path of sessions. */
  sessions: string;
  headers: Record<string, string>;
  wanted(productId: string): object;
  payment(token: string): object;
  /** Whether a new session can be paid. */
  isReady(answer: Answer): boolean;
}

export const acp: Protocol = {
  sessions: "/acp/checkout_sessions",
  headers: { "API-Version": "2026-04-17" },
  wanted: (productId) => ({
    ...{ currency: "eur", capabilities: {}, line_items: [{ id: productId, quantity: 1 }] },
    ...{ buyer: ines, fulfillment_details: galway },
  }),
  payment: (token) => ({
    payment_data: {
      handler_id: "stripe_shared_payment_token",
      instrument: { type: "card", credential: { type: "spt", token } },
    },
  }),
  isReady: ({ body }) => body.status === "ready_for_payment",
};

/** @param profile the URL of the platform's profile */
export const ucp = (profile: string): Protocol => ({
  sessions: "/ucp/checkout-sessions",
  headers: { "UCP-Agent": `profile="${profile}"` },
  wanted: (productId) => ({
    ...{ line_items: [{ item: { id: productId }, quantity: 1 }] },
    ...{ buyer: ines, ...shippedTo() },
  }),
  payment: paidWith,
  isReady: ({ body }) => body.status === "ready_for_complete",
});
