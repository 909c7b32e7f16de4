import { type RetryOptions, retry } from "@counterpart/client";
import { type ApiDocument, createWebhooks } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import type { Webhooks } from "../../../generated/acp/webhooks.ts";
import type { FeedProduct } from "./feed-products.ts";

export interface AgentFeed {
  /** Of the feed at the agent: `https://agent.example/feeds/feed_8a2c`. */
  url: string;
  /** Sent as `Authorization: Bearer`. */
  token: string;
}

/** Of each attempt. */
const timeoutMs = 60_000;
/** The next run sends the products anyway. */
const bounds = { maxAttempts: 4, maxWaitMs: 60_000 };

/**
 * Creates a function that sends products to a feed at the agent, and again after temporary failures.
 * @throws ApiError if the agent doesn't take them, or can't be reached
 */
export function createPush({ url, token }: AgentFeed, document: ApiDocument, sleep?: RetryOptions["sleep"]) {
  const webhooks = createWebhooks<Webhooks>(document);
  const send = retry({ ...bounds, ...(sleep && { sleep }) })(
    (request) => fetch(request, { signal: AbortSignal.timeout(timeoutMs) }),
    { isIdempotent: true },
  );
  return async (products: FeedProduct[]): Promise<void> => {
    const prepared = webhooks.prepare("feed_products", `${url}/products`, { body: { products } });
    const { body = null, headers, method } = prepared;
    const request = new Request(prepared.url, {
      ...{ method, body, redirect: "manual" },
      headers: { ...headers, Authorization: `Bearer ${token}` },
    });
    const { ok, status, text } = await send(request)
      .then(async (response) => ({ ok: response.ok, status: response.status, text: await response.text() }))
      .catch((cause: unknown) => {
        throw new ApiError("CONFLICT", "The agent can't be reached.", { cause });
      });
    if (ok && isAccepted(text)) return;
    throw new ApiError("CONFLICT", `The agent refused products: ${status} ${text.slice(0, 500)}`);
  };
}

function isAccepted(text: string): boolean {
  try {
    return JSON.parse(text).accepted === true;
  } catch {
    return false;
  }
}
