import type { RequestHandler } from "express";
import { customAlphabet } from "nanoid";
import type { RequestContext } from "./context.ts";

const randomPart = customAlphabet("0123456789abcdefghijklmnopqrstuvwxyz", 26);
const acceptable = /^[A-Za-z0-9._-]{1,64}$/;

export function newRequestId(): string {
  return `req_${randomPart()}`;
}

/** Gives the request its id, or keeps the one that a proxy in front gave it, and answers it as `X-Request-Id`. */
export function requestContext(): RequestHandler {
  return (req, res, next) => {
    const given = req.get("x-request-id");
    const requestId = given !== undefined && acceptable.test(given) ? given : newRequestId();
    const context: RequestContext = { requestId, startedAt: performance.now(), pathParams: {} };
    res.locals.context = context;
    res.setHeader("X-Request-Id", requestId);
    next();
  };
}
