import { randomUUID } from "node:crypto";
import { createApp, listen, memoryLimiter } from "@counterpart/server";
import { checkingFetch, contractObserver, countCoverage, describeRefusal } from "@counterpart/testing";
import type { components } from "../../generated/acp/types.ts";
import { authenticators } from "../../server/authenticators.ts";
import { isTemporary } from "../../server/database/engines/database-errors.ts";
import type { Services } from "../../server/operation.ts";
import { handlers } from "../../server/operations/acp/handlers.ts";
import { renderError } from "../../server/operations/acp/render-error.ts";
import { patientBounds } from "../../toolkit/test/helpers/patient-bounds.ts";
import { agentDocument } from "./document.ts";
import { type Merchant, silent, type World } from "./world.ts";

type Schemas = components["schemas"];

const observe = contractObserver(agentDocument);
const unlimited = 1_000_000;

export type AgentAnswer = Partial<Schemas["CheckoutSessionWithOrder"] & Schemas["Error"]>;

export interface AgentResponse {
  status: number;
  headers: Headers;
  body: AgentAnswer;
}

/** A world's shop as agents see it through ACP. Responses are checked against the document. */
export async function startAgentShop(world: World, services: Services = world.services) {
  const app = createApp({
    document: agentDocument,
    name: "acp",
    basePath: "/acp",
    handlers,
    authenticators: authenticators(services),
    services,
    limiter: memoryLimiter(),
    limits: Object.fromEntries(
      Object.entries(agentDocument.rateLimits).map(([scope, limit]) => [
        scope,
        { ...limit, limit: unlimited },
      ]),
    ),
    log: silent,
    idempotencyStore: services.database.idempotencyKeys,
    isTemporary,
    renderError,
    pages: [],
  });
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: patientBounds,
    describeRefusal: describeRefusal(agentDocument, silent),
  });
  server.serve(app);
  const url = `http://127.0.0.1:${server.port}/acp`;
  const checking = checkingFetch(agentDocument, (exchange) => countCoverage(observe(exchange)), "/acp");

  async function send(
    method: "GET" | "POST",
    path: string,
    { key, json, headers = {} }: { key: string; json?: unknown; headers?: Record<string, string> },
  ): Promise<AgentResponse> {
    const response = await checking.fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        "API-Version": "2026-04-17",
        ...(method === "POST" && { "Idempotency-Key": randomUUID(), "Content-Type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  }

  return {
    url,
    send,
    fetch: checking.fetch,
    close: () => server.stop(),
    /** An agent with a merchant's key. */
    agent: ({ key }: Pick<Merchant, "key">) => ({
      create: (json: object, headers?: Record<string, string>) =>
        send("POST", "/checkout_sessions", { key, json, ...(headers && { headers }) }),
      read: (id: string) => send("GET", `/checkout_sessions/${id}`, { key }),
      update: (id: string, json: object) => send("POST", `/checkout_sessions/${id}`, { key, json }),
      complete: (id: string, token: string, headers?: Record<string, string>) =>
        send("POST", `/checkout_sessions/${id}/complete`, {
          key,
          json: {
            payment_data: {
              handler_id: "stripe_shared_payment_token",
              instrument: { type: "card", credential: { type: "spt", token } },
            },
          },
          ...(headers && { headers }),
        }),
      cancel: (id: string) => send("POST", `/checkout_sessions/${id}/cancel`, { key, json: {} }),
    }),
  };
}

/** A token that a buyer granted, at the payment stand-in. */
export async function grantToken(
  { standInUrl }: Pick<World, "standInUrl">,
  {
    method = "pm_card_visa",
    currency = "eur",
    maxAmount = 1_000_000,
    account = undefined as string | undefined,
  } = {},
): Promise<string> {
  const response = await fetch(`${standInUrl}/v1/test_helpers/shared_payment/granted_tokens`, {
    method: "POST",
    headers: {
      Authorization: "Bearer sk_test_agents",
      ...(account !== undefined && { "Stripe-Account": account }),
    },
    body: new URLSearchParams({
      payment_method: method,
      "usage_limits[currency]": currency,
      "usage_limits[max_amount]": `${maxAmount}`,
    }),
  });
  const { id } = (await response.json()) as { id?: string };
  if (id === undefined) throw new Error("The stand-in granted no token.");
  return id;
}

export const galway = {
  name: "Ines Duarte",
  address: {
    ...{ name: "Ines Duarte", line_one: "7 Quay Street", city: "Galway" },
    ...{ state: "County Galway", country: "IE", postal_code: "H91 Y6P0" },
  },
};

export const ines = { email: "ines@reader.example", first_name: "Ines", last_name: "Duarte" };
