import type { RequestContext } from "./context.ts";
import type { ExchangeRequest, ExchangeResponse } from "./exchange.ts";
import type { RequestIds } from "./request-ids.ts";
import { pathOf } from "./request-path.ts";

/**
 * Starts a request's context. Its id is a proxy's `X-Request-Id` if acceptable, else a new one; the response
 * returns it in `X-Request-Id`.
 * @param headers set on every response
 */
export function beginRequest(
  req: ExchangeRequest,
  res: ExchangeResponse,
  headers: Map<string, string>,
  ids: RequestIds,
): RequestContext {
  const given = req.headers["x-request-id"];
  const requestId = typeof given === "string" && ids.accepts(given) ? given : ids.create();
  const context: RequestContext = {
    requestId,
    startedAt: performance.now(),
    document: undefined,
    via: req.toolsOf && "mcp",
    method: req.method,
    path: pathOf(req),
    operation: undefined,
    page: undefined,
    pathParams: noParams,
    isHead: undefined,
    hasUndecodablePath: undefined,
    bodyType: undefined,
    input: undefined,
    allow: undefined,
    identity: undefined,
    hasWrongCredential: undefined,
    rateLimitScope: undefined,
    error: undefined,
    span: undefined,
    refusal: undefined,
    idempotencyToken: undefined,
    beforeSending: undefined,
  };
  res.locals.context = context;
  res.setHeader("X-Request-Id", requestId);
  res.setHeaders(headers);
  return context;
}

const noParams: Record<string, string> = {};
