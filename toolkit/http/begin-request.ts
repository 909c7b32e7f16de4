import type { Request, Response } from "express";
import { customAlphabet } from "nanoid";
import type { RequestContext } from "./context.ts";
import { pathOf } from "./request-path.ts";
import { type HeaderList, holdHeaders } from "./response/held-headers.ts";
import { withoutSecrets } from "./secret-text.ts";

const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

/** Whether a proxy's id may be kept: ids are logged, and somebody may send a key as one. */
function isAcceptable(id: string): boolean {
  return /^[A-Za-z0-9._-]{1,64}$/.test(id) && withoutSecrets(id) === id;
}

export function newRequestId(): string {
  return `req_${randomPart()}`;
}

/**
 * Sets the request's id, the one from a proxy in front if there is one, and returns it as `X-Request-Id`.
 * @param headers that every response has
 */
export function beginRequest(req: Request, res: Response, headers: HeaderList): RequestContext {
  const given = req.headers["x-request-id"];
  const requestId = typeof given === "string" && isAcceptable(given) ? given : newRequestId();
  const context: RequestContext = {
    requestId,
    startedAt: performance.now(),
    document: undefined,
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
  holdHeaders(res, ["X-Request-Id", requestId, ...headers]);
  return context;
}

const noParams: Record<string, string> = {};
