import type { RequestHandler } from "express";
import type { ApiDocument } from "../document/document.ts";
import { contextOf } from "../http/context.ts";

/** Headers that the house sets without the document naming them. */
const ofTheHouse = ["Allow", "Deprecation", "Sunset", "WWW-Authenticate", "X-Request-Id"];

/** Lets pages of any origin call the mock and read every header that the document names. */
export function allowOrigins({ operations, unmatched }: ApiDocument): RequestHandler {
  const responses = [...operations.map((operation) => operation.responses), unmatched].flatMap(Object.values);
  const names = new Set([...ofTheHouse, ...responses.flatMap(({ headers }) => Object.keys(headers))]);
  // Spelled out, because browsers take a `*` literally when credentials are sent.
  const exposed = [...names].sort().join(", ");
  return (req, res, next) => {
    const { origin } = req.headers;
    res.setHeader("Access-Control-Allow-Origin", origin ?? "*");
    res.setHeader("Access-Control-Expose-Headers", exposed);
    if (origin !== undefined) {
      res.setHeader("Access-Control-Allow-Credentials", "true");
      res.setHeader("Vary", "Origin");
    }
    next();
  };
}

/**
 * Answers the question that a browser asks before a request of another origin. It is a yes for addresses that don't
 * exist too, so that the page sees the 404 and not a failure of the network.
 */
export function answerPreflight(): RequestHandler {
  return (req, res, next) => {
    const method = req.get("access-control-request-method");
    if (req.method !== "OPTIONS" || req.headers.origin === undefined || method === undefined) return next();
    const { allow } = contextOf(res);
    const allowed = allow?.join(", ") ?? method;
    res.setHeader("Allow", allowed);
    res.setHeader("Access-Control-Allow-Methods", allowed);
    const headers = req.get("access-control-request-headers");
    if (headers !== undefined) res.setHeader("Access-Control-Allow-Headers", headers);
    res.status(204).end();
  };
}
