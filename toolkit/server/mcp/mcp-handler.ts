import { Readable, type Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import type { ExchangeRequest, ExchangeResponse } from "../http/exchange.ts";
import { headerPairs } from "../http/header-pairs.ts";
import type { CallError } from "./calls/call-error.ts";
import { createMcpServer, type Exchange } from "./mcp-server.ts";
import type { Sdk } from "./sdk.ts";
import type { Toolset } from "./toolset.ts";

type Head = Pick<ExchangeRequest, "rawHeaders">;
type Sink = Writable & Pick<ExchangeResponse, "statusCode" | "setHeader" | "flushHeaders">;

/**
 * Creates a function that answers messages that came over HTTP.
 * @param onRefused called with the SDK's reason for a message that it refuses
 */
export function createMcpHandler(toolset: Toolset, onRefused: (reason: Error) => void = () => {}) {
  const exchanges = new WeakMap<Request, Exchange>();
  let loaded: Promise<ReturnType<Sdk["createMcpHandler"]>> | undefined;
  const load = async () => {
    const sdk: Sdk = await import("@modelcontextprotocol/server");
    return sdk.createMcpHandler(
      ({ requestInfo }) => {
        const exchange = requestInfo && exchanges.get(requestInfo);
        if (!exchange) throw new Error("The SDK has replaced the request.");
        return createMcpServer(sdk, toolset, exchange);
      },
      // Tools don't change while the process runs, so that there is nothing to subscribe to.
      { maxSubscriptions: 0, onerror: onRefused },
    );
  };
  return async (
    message: unknown,
    { req, res }: { req: Head; res: Sink },
    exchange: Exchange,
  ): Promise<void> => {
    const request = toRequest(req, res);
    exchanges.set(request, exchange);
    loaded ??= load();
    const { fetch } = await loaded;
    const response = await fetch(request, { parsedBody: message });
    // The protocol's refusal of a call, which becomes no request.
    if (response.status >= 400 && !exchange.failure) await exchange.countUnsent?.();
    await respond(res, exchange.failure ? withStatus(response, exchange.failure) : response);
  };
}

/** The request's head, aborted when its client leaves. */
function toRequest(req: Head, res: Sink): Request {
  const left = new AbortController();
  res.once("close", () => left.abort());
  const headers = headerPairs(req.rawHeaders);
  return new Request("http://localhost/mcp", { method: "POST", headers, signal: left.signal });
}

/** An error of JSON-RPC with the status that its call had. A stream has begun with 200 already. */
function withStatus(response: Response, { status, data }: CallError): Response {
  if (!response.headers.get("content-type")?.startsWith("application/json")) return response;
  const headers = new Headers(response.headers);
  if (data.retry_after !== undefined) headers.set("Retry-After", String(data.retry_after));
  return new Response(response.body, { status, headers });
}

async function respond(res: Sink, { status, headers, body }: Response): Promise<void> {
  res.statusCode = status;
  headers.forEach((value, name) => void res.setHeader(name, value));
  if (!body) return void res.end();
  // `pipeline` temporarily adds six listeners; Node warns of a leak from the eleventh.
  res.setMaxListeners(res.getMaxListeners() + 6);
  res.flushHeaders();
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream), res);
  } catch (error) {
    // The client has left.
    if (!res.destroyed) throw error;
  }
}
