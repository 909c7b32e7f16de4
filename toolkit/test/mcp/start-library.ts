import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { RawDocument } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import type { Identity } from "../../server/http/context.ts";
import type { Presented } from "../../server/http/credentials/authenticate.ts";
import { ApiError, insufficientScope } from "../../server/http/errors/api-error.ts";
import { renderFromDocument } from "../../server/http/errors/render-error.ts";
import type { Observer } from "../../server/http/observer.ts";
import type { AppOptions } from "../../server/http/options/app-options.ts";
import type { Page } from "../../server/http/pages.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { memoryIdempotencyStore } from "../../server/idempotency/memory-idempotency-store.ts";
import { memoryLimiter } from "../../server/limiter/memory.ts";
import { createLog } from "../../server/log/log.ts";
import { createServerApp } from "../../server/process/documents/create-server-app.ts";
import { listen } from "../../server/process/listen/listen.ts";
import { libraryDocument } from "./library-document.ts";

interface LibraryParts extends AppOptions {
  raw?: RawDocument;
  handlers?: Record<string, AnyHandler>;
  limits?: Record<string, number>;
  observers?: Observer[];
  pages?: Page[];
  name?: string;
  trustProxy?: number;
  authorizationServers?: string[];
}

const identities: Record<string, Identity> = {
  good: { caller: { reader: "Ishmael" }, bucket: "good", log: { reader: "Ishmael" } },
  other: { caller: { reader: "Ahab" }, bucket: "other" },
  poor: {
    caller: { reader: "Pip" },
    bucket: "poor",
    refusal: new ApiError("PRO_PLAN_REQUIRED", "Pay the fee first.", { status: 403 }),
  },
  narrow: {
    caller: { reader: "Fedallah" },
    bucket: "narrow",
    refusal: insufficientScope("Only for librarians.", ["librarian"]),
  },
};

/** For operations with the scope `agent`. */
function agentIdentity(scopes: string[]): Identity {
  const refusal = new ApiError("FORBIDDEN", "Only for agents.", { status: 403 });
  return { caller: { reader: "Queequeg" }, bucket: "agent", ...(!scopes.includes("agent") && { refusal }) };
}

export const origin = "https://library.example";

/** A running library with MCP. Operations without a handler answer 404. */
export async function startLibrary({
  raw = libraryDocument(),
  handlers = {},
  limits = {},
  observers = [],
  pages = [],
  name,
  trustProxy = 0,
  authorizationServers,
  ...options
}: LibraryParts = {}) {
  const document = readDocument(raw);
  const log: Record<string, unknown>[] = [];
  const addresses: string[] = [];
  const service = {
    mcp: true,
    renderError: renderFromDocument(document),
    ...options,
    readSettings: () => ({}),
    open: async () => {
      throw new Error("It is open already.");
    },
  };
  const absent: AnyHandler = () => {
    throw new ApiError("NOT_FOUND", "There is none.");
  };
  const app = createServerApp(
    [
      {
        ...(name !== undefined && { name }),
        files: { document: "", docs: "" },
        document,
        handlers: {
          ...Object.fromEntries(document.operations.map(({ operationId }) => [operationId, absent])),
          ...handlers,
        },
        service,
        basePath: options.basePath ?? "",
      },
    ],
    {
      opened: {
        of: () => ({
          services: {},
          authenticators: Object.fromEntries(
            Object.keys(document.securitySchemes).map((scheme) => [
              scheme,
              ({ credential, address, request, scopes }: Presented) => {
                addresses.push(address);
                if (credential === "agent") return agentIdentity(scopes);
                return identities[credential || String(request.headers["client-cert"])];
              },
            ]),
          ),
          pages,
          authorizationServers,
          idempotencyStore: memoryIdempotencyStore(),
          close: async () => {},
        }),
        all: [],
        close: async () => {},
      } as never,
      limiter: memoryLimiter(),
      limits: Object.fromEntries(
        Object.entries(document.rateLimits).map(([scope, limit]) => [
          scope,
          { ...limit, limit: limits[scope] ?? limit.limit },
        ]),
      ),
      log: createLog(
        { write: (line) => void log.push(JSON.parse(line)) },
        { level: "debug", secretPatterns: options.secretPatterns ?? [] },
      ),
      observers,
      publicUrl: origin,
      trustProxy,
    },
  );
  const server = await listen({ port: 0, host: "127.0.0.1", bounds: { drainMs: 0 } });
  server.serve(app);
  const url = `http://127.0.0.1:${server.port}`;
  const clients: Client[] = [];
  return {
    url,
    log,
    /** Of the presented credentials, in order. */
    addresses,
    document,
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      await server.stop();
    },
    /** A connected client of the official SDK. */
    connect: async ({ key = "good", legacy = false, ask }: Connecting = {}) => {
      const client = new Client({ name: "test", version: "1" }, {
        versionNegotiation: { mode: legacy ? "legacy" : { pin: "2026-07-28" } },
        ...(ask && { capabilities: { elicitation: { form: {} } } }),
      } as never);
      if (ask) client.setRequestHandler("elicitation/create", ask as never);
      const headers: Record<string, string> = key === "" ? {} : { Authorization: `Bearer ${key}` };
      const transport = new StreamableHTTPClientTransport(new URL(name ? `/mcp/${name}` : "/mcp", url), {
        requestInit: { headers },
      });
      await client.connect(transport);
      clients.push(client);
      return client;
    },
  };
}

interface Connecting {
  key?: string;
  /** Speaks a revision of 2025. */
  legacy?: boolean;
  /** Answers a question to the person. */
  ask?: (request: { params: { message: string } }) => object;
}
