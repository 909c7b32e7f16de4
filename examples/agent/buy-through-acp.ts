import { randomUUID } from "node:crypto";
import { z } from "zod";
import type { Errand } from "./buy.ts";

/** Who buys, and where it goes. */
export interface Recipient {
  name: string;
  email: string;
  address: {
    line_one: string;
    city: string;
    state: string;
    country: string;
    postal_code: string;
  };
}

export interface AcpErrand extends Errand {
  recipient: Recipient;
  /** Asks the person's payment provider for a token that pays up to this sum. */
  grantToken: (limits: { currency: string; maxAmount: number }) => Promise<string>;
}

export interface AcpPurchase {
  orderNumber: string | undefined;
  product: string;
  /** In the smallest unit of the currency. */
  total: number;
  currency: string;
}

const foundProducts = z.object({
  data: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      priceInCents: z.number(),
      currency: z.string(),
      isActive: z.boolean(),
    }),
  ),
});
const session = z.object({
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  totals: z.array(z.object({ type: z.string(), display_text: z.string(), amount: z.number() })),
  messages: z.array(z.object({ content: z.string() })),
  order: z.object({ order_number: z.string().optional() }).optional(),
});

/** ACP has a `message`, the shop's own API an `error`. */
const refusal = z.object({ message: z.string().optional(), error: z.string().optional() });

/** Buys the first product found through the Agentic Commerce Protocol, once the person has agreed to the total. */
export async function buyThroughAcp(errand: AcpErrand): Promise<AcpPurchase> {
  const { shopUrl, words, quantity, ask, recipient, grantToken } = errand;
  const send = caller(errand);
  const found = foundProducts.parse(
    await send("GET", `/v1/products?limit=10&q=${encodeURIComponent(words)}`),
  );
  const product = found.data.find(({ isActive }) => isActive);
  if (!product) throw new Error(`The store at ${shopUrl} sells nothing that matches "${words}".`);
  const { currency } = product;
  const { name, email, address } = recipient;
  const open = session.parse(
    await send("POST", "/acp/checkout_sessions", {
      ...{ currency, capabilities: {} },
      line_items: [{ id: product._id, quantity, unit_amount: product.priceInCents }],
      buyer: { email, full_name: name },
      fulfillment_details: { name, address: { name, ...address } },
    }),
  );
  if (open.status !== "ready_for_payment") {
    throw new Error(open.messages.map(({ content }) => content).join(" "));
  }
  const sum = open.totals.find(({ type }) => type === "total")?.amount ?? 0;
  const parts = open.totals.map(({ display_text: text, amount }) => `${text} ${shown(amount, currency)}`);
  if (!(await ask(`Buy ${quantity} × ${product.name}? ${parts.join(", ")}`))) {
    await send("POST", `/acp/checkout_sessions/${open.id}/cancel`, {
      intent_trace: { reason_code: "other" },
    });
    throw new Error("The person didn't agree, so the session was canceled.");
  }
  const token = await grantToken({ currency, maxAmount: sum });
  const done = session.parse(
    await send("POST", `/acp/checkout_sessions/${open.id}/complete`, {
      payment_data: {
        handler_id: "stripe_shared_payment_token",
        instrument: { type: "card", credential: { type: "spt", token } },
      },
    }),
  );
  return { orderNumber: done.order?.order_number, product: product.name, total: sum, currency };
}

export function shown(amount: number, currency: string): string {
  const price = new Intl.NumberFormat("en", { style: "currency", currency });
  return price.format(amount / 10 ** (price.resolvedOptions().maximumFractionDigits ?? 2));
}

/** @throws Error with the shop's sentence if it refuses the request */
function caller({ shopUrl, apiKey }: Pick<Errand, "shopUrl" | "apiKey">) {
  return async (method: "GET" | "POST", path: string, body?: object): Promise<unknown> => {
    const response = await fetch(new URL(path, shopUrl), {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "API-Version": "2026-04-17",
        ...(body && { "Content-Type": "application/json", "Idempotency-Key": randomUUID() }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { message, error } = refusal.parse(answer);
    throw new Error(message ?? error ?? `${method} ${path}: ${response.status}`);
  };
}
