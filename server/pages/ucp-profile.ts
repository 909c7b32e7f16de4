import type { Page } from "@counterpart/server/express";
import type { Logger } from "pino";
import { boundCalls } from "../database/concurrency/bounded-calls.ts";
import type { Database } from "../database/database.ts";
import type { Store } from "../database/queries/stores.ts";
import { ucpVersion } from "../domain/ucp-version.ts";
import { capabilities, handlerName, paymentHandler } from "../operations/ucp/capabilities.ts";

export interface UcpProfileParts {
  database: Pick<Database, "stores" | "platformEndpoints">;
  /** Without a trailing slash. */
  publicUrl: string;
  log: Pick<Logger, "error">;
}

const protocol = `https://ucp.dev/${ucpVersion}`;

/**
 * `GET /.well-known/ucp`: what a store offers to agents (UCP), at `?store=` for one of several. 404 for stores that don't
 * sell through it.
 */
export function ucpProfilePage({
  database: { stores, platformEndpoints },
  publicUrl,
  log,
}: UcpProfileParts): Page {
  const lookUps = boundCalls({
    ...{ maxRunning: 4, maxWaiting: 100, timeoutMs: 2000 },
    refusal: () => new Error("Too many concurrent page requests."),
  });
  return {
    method: "GET",
    path: "/.well-known/ucp",
    handler: async (req, res) => {
      const { store: id } = req.query;
      try {
        const store = await lookUps(() => (id === undefined ? stores.findOnly() : storeOf(id)));
        res.set("Access-Control-Allow-Origin", "*");
        if (!store?.sellsThrough.includes("ucp")) {
          return void res
            .status(404)
            .json({ code: "not_found", content: "No store sells through UCP here." });
        }
        const signingKeys = await lookUps(() => platformEndpoints.signingKeys(store.id));
        res
          .set("Cache-Control", "public, max-age=60")
          .json({ ...profile(store, publicUrl), signing_keys: signingKeys });
      } catch (error) {
        log.error({ err: error }, "a profile couldn't be read");
        res
          .status(503)
          .set("Retry-After", "5")
          .json({ code: "unavailable", content: "Try again in a few seconds." });
      }
    },
  };

  async function storeOf(id: unknown): Promise<Store | undefined> {
    return typeof id === "string" && /^store_[0-9a-z]{26}$/.test(id) ? stores.find(id) : undefined;
  }
}

function profile(store: Store, publicUrl: string) {
  const named = Object.entries(capabilities).map(([name, more]) => {
    const what = name.replace("dev.ucp.shopping.", "");
    const described = {
      spec: `${protocol}/specification/${what.replace(".", "/")}`,
      schema: `${protocol}/schemas/shopping/${what.replace(".", "_")}.json`,
    };
    return [name, [{ version: ucpVersion, ...described, ...more }]];
  });
  return {
    ucp: {
      version: ucpVersion,
      services: {
        "dev.ucp.shopping": [
          service("rest", { endpoint: `${publicUrl}/ucp`, schema: "rest.openapi.json" }),
          service("mcp", { endpoint: `${publicUrl}/mcp/ucp`, schema: "mcp.openrpc.json" }),
        ],
      },
      capabilities: Object.fromEntries(named),
      payment_handlers: {
        [handlerName]: [
          {
            ...paymentHandler(store),
            spec: "https://docs.stripe.com/agentic-commerce/protocols/ucp/stripe-payments-handler",
          },
        ],
      },
    },
  };
}

function service(transport: string, { endpoint, schema }: { endpoint: string; schema: string }) {
  return {
    ...{ version: ucpVersion, transport, endpoint },
    spec: `${protocol}/specification/overview`,
    schema: `${protocol}/services/shopping/${schema}`,
  };
}
