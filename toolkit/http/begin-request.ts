import type { Request, Response } from "express";
import { customAlphabet } from "nanoid";
import type { RequestContext } from "./context.ts";
import { withoutSecrets } from "./secret-text.ts";

const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);

/** Whether a proxy's id may be kept: ids are logged, and somebody may send a key as one. */
function isAcceptable(id: string): boolean {
  return /^[A-Za-z0-9._-]{1,64}$/.test(id) && withoutSecrets(id) === id;
}

export function newRequestId(): string {
  return `req_${randomPart()}`;
}

/** Sets the request's id, the one from a proxy in front if there is one, and returns it as `X-Request-Id`. */
export function beginRequest(req: Request, res: Response): RequestContext {
  const given = req.get("x-request-id");
  const requestId = given !== undefined && isAcceptable(given) ? given : newRequestId();
  const context: RequestContext = { requestId, startedAt: performance.now(), pathParams: {} };
  res.locals.context = context;
  res.setHeader("X-Request-Id", requestId);
  return context;
}
