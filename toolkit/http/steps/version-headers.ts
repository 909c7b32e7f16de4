import type { RequestHandler } from "express";
import type { ApiDocument } from "../../document/document.ts";
import { contextOf } from "../context.ts";

/** The headers that are the same on every response, because the document gives their schema a `const`. */
export function constantHeaders({ constantHeaders }: ApiDocument): RequestHandler {
  return (_req, res, next) => {
    for (const name in constantHeaders) res.setHeader(name, constantHeaders[name] as string);
    next();
  };
}

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594) on deprecated operations, from the document. */
export function deprecationHeaders(): RequestHandler {
  return (_req, res, next) => {
    const { operation } = contextOf(res);
    if (operation?.deprecated) {
      const since = operation.deprecatedSince ? Date.parse(operation.deprecatedSince) : 0;
      res.setHeader("Deprecation", `@${Math.floor(since / 1000)}`);
      if (operation.sunset) res.setHeader("Sunset", new Date(operation.sunset).toUTCString());
    }
    next();
  };
}
