import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import { z } from "zod";
import type { AcpErrand, AcpPurchase } from "./buy-through-acp.ts";
import { shown } from "./buy-through-acp.ts";

const version = "2026-04-08";
const names = ["checkout", "fulfillment", "discount"].map((name) => `dev.ucp.shopping.${name}`);

/** What this agent supports. Real platforms publish it at a permanent address. */
const profile = {
  ucp: {
    version,
    services: {},
    capabilities: Object.fromEntries(names.map((name) => [name, [{ version }]])),
    payment_handlers: {},
  },
};

const foundProducts = z.object({
  data: z.array(z.object({ _id: z.string(), name: z.string(), isActive: z.boolean() })),
});
const storeProfile = z.object({
  ucp: z.object({
    services: z.record(z.string(), z.array(z.object({ transport: z.string(), endpoint: z.string() }))),
    payment_handlers: z.record(z.string(), z.array(z.object({ id: z.string() }))),
  }),
});
const messages = z.array(z.object({ content: z.string() })).optional();
const checkout = z.object({
  id: z.string(),
  status: z.string(),
  currency: z.string(),
  totals: z.array(z.object({ type: z.string(), display_text: z.string(), amount: z.number() })),
  messages,
  order: z.object({ label: z.string().optional() }).optional(),
});

/** A refusal has `content`, the shop's own API an `error`, and a response without a checkout has messages. */
const refusal = z.object({ content: z.string().optional(), error: z.string().optional(), messages });

/** Buys the first product found through the Universal Commerce Protocol, once the person has agreed to the total. */
export async function buyThroughUcp(errand: AcpErrand): Promise<AcpPurchase> {
  await using platform = await publishProfile();
  const { shopUrl, words, quantity, ask, recipient, grantToken } = errand;
  const send = caller(errand, platform.url);
  const search = `/v1/products?limit=10&q=${encodeURIComponent(words)}`;
  const found = foundProducts.parse(await send("GET", new URL(search, shopUrl).href));
  const product = found.data.find(({ isActive }) => isActive);
  if (!product) throw new Error(`The store at ${shopUrl} sells nothing that matches "${words}".`);
  const { ucp } = storeProfile.parse(await send("GET", new URL("/.well-known/ucp", shopUrl).href));
  const service = ucp.services["dev.ucp.shopping"]?.find(({ transport }) => transport === "rest");
  const [handler] = ucp.payment_handlers["com.stripe.payments"] ?? [];
  if (!service || !handler) throw new Error("The store doesn't sell through UCP with tokens of Stripe.");
  const checkouts = `${service.endpoint}/checkout-sessions`;
  const { name, email, address } = recipient;
  const at = name.lastIndexOf(" ");
  const names = { first_name: name.slice(0, at), last_name: name.slice(at + 1) };
  const destination = {
    ...{ id: "home", ...names, street_address: address.line_one, address_locality: address.city },
    ...{ address_region: address.state, address_country: address.country, postal_code: address.postal_code },
  };
  const open = checkoutIn(
    await send("POST", checkouts, {
      line_items: [{ item: { id: product._id }, quantity }],
      buyer: { email, ...names },
      fulfillment: { methods: [{ type: "shipping", destinations: [destination] }] },
    }),
  );
  if (open.status !== "ready_for_complete") throw new Error(textOf(open.messages));
  const currency = open.currency.toLowerCase();
  const sum = open.totals.find(({ type }) => type === "total")?.amount ?? 0;
  const parts = open.totals.map(({ display_text: text, amount }) => `${text} ${shown(amount, currency)}`);
  if (!(await ask(`Buy ${quantity} × ${product.name}? ${parts.join(", ")}`))) {
    await send("POST", `${checkouts}/${open.id}/cancel`);
    throw new Error("The person didn't agree, so the checkout was canceled.");
  }
  const token = await grantToken({ currency, maxAmount: sum });
  const credential = { type: "shared_payment_token", token };
  const instruments = [{ id: "card_1", handler_id: handler.id, type: "card", credential }];
  const done = checkoutIn(
    await send("POST", `${checkouts}/${open.id}/complete`, { payment: { instruments } }),
  );
  if (done.status !== "completed") throw new Error(textOf(done.messages));
  return { orderNumber: done.order?.label, product: product.name, total: sum, currency };
}

/** @throws Error with the shop's sentences if there is no checkout */
function checkoutIn(answer: unknown): z.infer<typeof checkout> {
  const found = checkout.safeParse(answer);
  if (found.success) return found.data;
  throw new Error(textOf(refusal.parse(answer).messages));
}

function textOf(given: z.infer<typeof messages>): string {
  return given?.map(({ content }) => content).join(" ") || "The shop gave no reason.";
}

/** Serves the profile on this machine, where a shop in development can read it. */
async function publishProfile() {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "application/json", "Cache-Control": "public, max-age=60" });
    response.end(JSON.stringify(profile));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/.well-known/ucp`,
    async [Symbol.asyncDispose]() {
      server.close();
    },
  };
}

/** @throws Error with the shop's sentence if it refuses the request */
function caller({ apiKey }: Pick<AcpErrand, "apiKey">, profileUrl: string) {
  return async (method: "GET" | "POST", url: string, body?: object): Promise<unknown> => {
    const response = await fetch(url, {
      method,
      headers: {
        Authorization: `Bearer ${apiKey}`,
        "UCP-Agent": `profile="${profileUrl}"`,
        "Request-Id": randomUUID(),
        ...(method === "POST" && { "Idempotency-Key": randomUUID() }),
        ...(body && { "Content-Type": "application/json" }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const answer: unknown = await response.json();
    if (response.ok) return answer;
    const { content, error } = refusal.parse(answer);
    throw new Error(content ?? error ?? `${method} ${url}: ${response.status}`);
  };
}
