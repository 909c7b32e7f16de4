import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listen, memoryLimiter } from "@counterpart/server";
import { createServerApp } from "@counterpart/server/process";
import { checkingFetch, contractObserver, countCoverage, describeRefusal } from "@counterpart/testing";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { components } from "../../generated/ucp/types.ts";
import { authenticators } from "../../server/authenticators.ts";
import { isTemporary } from "../../server/database/engines/database-errors.ts";
import type { Services } from "../../server/operation.ts";
import { handlers } from "../../server/operations/ucp/handlers.ts";
import { renderError } from "../../server/operations/ucp/render-error.ts";
import { patientBounds } from "../../toolkit/test/helpers/patient-bounds.ts";
import { ucpDocument } from "./document.ts";
import { type Merchant, silent, type World } from "./world.ts";

type Schemas = components["schemas"];

const observe = contractObserver(ucpDocument);
const unlimited = 1_000_000;

export type UcpAnswer = Partial<Schemas["Checkout"] & Schemas["Error"]>;

export interface UcpResponse<Answer = UcpAnswer> {
  status: number;
  headers: Headers;
  body: Answer;
}

type UcpOrder = Partial<Schemas["Order"] & Schemas["Error"]>;

const version = "2026-04-08";

/** The profile of a platform that has all that the shop has. */
export const platformProfile = {
  ucp: {
    version,
    services: {},
    capabilities: Object.fromEntries(
      ["checkout", "fulfillment", "discount", "order", "catalog.search", "catalog.lookup"].map((name) => [
        `dev.ucp.shopping.${name}`,
        [{ version }],
      ]),
    ),
    payment_handlers: {},
  },
};

/** A world's shop as agents see it through UCP. Responses are checked against the document. */
export async function startUcpShop(
  world: World,
  services: Services = world.services,
  limits: Record<string, number> = {},
) {
  const opened = {
    ...{ services, authenticators: authenticators(services), pages: [], isTemporary },
    ...{ idempotencyStore: services.database.idempotencyKeys, close: async () => {} },
    authorizationServers: ["https://login.example"],
  };
  const service = { readSettings: () => ({}), open: async () => opened };
  const app = createServerApp(
    [
      {
        ...{ name: "ucp", document: ucpDocument, files: { document: "", docs: "" }, basePath: "/ucp" },
        ...{ handlers, service, options: { mcp: { authorizationServers: [] }, renderError } },
      },
    ],
    {
      opened: { of: () => opened, all: [opened], close: async () => {} },
      limiter: memoryLimiter(),
      limits: Object.fromEntries(
        Object.entries(ucpDocument.rateLimits).map(([scope, limit]) => [
          `ucp.${scope}`,
          { ...limit, limit: limits[scope] ?? unlimited },
        ]),
      ),
      log: silent,
      publicUrl: services.publicUrl,
    },
  );
  const server = await listen({
    port: 0,
    host: "127.0.0.1",
    bounds: patientBounds,
    describeRefusal: describeRefusal(ucpDocument, silent),
  });
  server.serve(app);
  const platform = await startPlatform();
  const origin = `http://127.0.0.1:${server.port}`;
  const url = `${origin}/ucp`;
  const checking = checkingFetch(ucpDocument, (exchange) => countCoverage(observe(exchange)), "/ucp");

  async function send<Answer = UcpAnswer>(
    method: "GET" | "POST" | "PUT",
    path: string,
    { key, json, headers = {} }: { key: string; json?: unknown; headers?: Record<string, string> },
  ): Promise<UcpResponse<Answer>> {
    const response = await checking.fetch(`${url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${key}`,
        "UCP-Agent": `profile="${platform.url}/.well-known/ucp"`,
        "Request-Id": randomUUID(),
        ...(method !== "GET" && { "Idempotency-Key": randomUUID() }),
        ...(json !== undefined && { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(json !== undefined && { body: JSON.stringify(json) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  }

  const clients: Client[] = [];

  return {
    url,
    mcpUrl: `${origin}/mcp/ucp`,
    send,
    fetch: checking.fetch,
    platform,
    async close() {
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
      platform.close();
    },
    /** The official MCP client, with a merchant's key. */
    async tools({ key }: Pick<Merchant, "key">, { legacy = false } = {}): Promise<Client> {
      const client = new Client(
        { name: "tests", version: "1" },
        { versionNegotiation: { mode: legacy ? "legacy" : { pin: "2026-07-28" } } },
      );
      const requestInit = { headers: { Authorization: `Bearer ${key}` } };
      await client.connect(new StreamableHTTPClientTransport(new URL(`${origin}/mcp/ucp`), { requestInit }));
      clients.push(client);
      return client;
    },
    /** `meta` of a tool call. */
    meta: (more: object = {}, path = "/.well-known/ucp") => ({
      "ucp-agent": { profile: `${platform.url}${path}` },
      ...more,
    }),
    /** An agent with a merchant's key. */
    agent: ({ key }: Pick<Merchant, "key">) => ({
      create: (json: object, headers?: Record<string, string>) =>
        send("POST", "/checkout-sessions", { key, json, ...(headers && { headers }) }),
      read: (id: string, headers?: Record<string, string>) =>
        send("GET", `/checkout-sessions/${id}`, { key, ...(headers && { headers }) }),
      update: (id: string, json: object, headers?: Record<string, string>) =>
        send("PUT", `/checkout-sessions/${id}`, { key, json, ...(headers && { headers }) }),
      complete: (id: string, token: string, headers?: Record<string, string>) =>
        send("POST", `/checkout-sessions/${id}/complete`, {
          key,
          json: paidWith(token),
          ...(headers && { headers }),
        }),
      cancel: (id: string, headers?: Record<string, string>) =>
        send("POST", `/checkout-sessions/${id}/cancel`, { key, ...(headers && { headers }) }),
      order: (id: string, headers?: Record<string, string>) =>
        send<UcpOrder>("GET", `/orders/${id}`, { key, ...(headers && { headers }) }),
    }),
  };
}

/** The payment with a token. */
export function paidWith(token: string) {
  const credential = { type: "shared_payment_token", token };
  return {
    payment: { instruments: [{ id: "card_1", handler_id: "stripe_payments", type: "card", credential }] },
  };
}

/** Serves the profile of an agent's platform, and other responses by their path. */
export async function startPlatform() {
  const pages = new Map<string, { status: number; body: string; headers?: Record<string, string> }>([
    ["/.well-known/ucp", { status: 200, body: JSON.stringify(platformProfile) }],
  ]);
  const requests: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? "";
    requests.push(path);
    const { status, body, headers = {} } = pages.get(path) ?? { status: 404, body: "" };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pages,
    /** The paths of all requests. */
    requests,
    close: () => void server.close(),
  };
}

export const galwayHome = {
  ...{ id: "home", first_name: "Ines", last_name: "Duarte", street_address: "7 Quay Street" },
  ...{ address_locality: "Galway", address_region: "County Galway" },
  ...{ address_country: "IE", postal_code: "H91 Y6P0" },
};

/** Shipping to an address. */
export const shippedTo = (destination: object = galwayHome, more: object = {}) => ({
  fulfillment: {
    methods: [{ type: "shipping", line_item_ids: [], destinations: [destination], ...more }],
  },
});
