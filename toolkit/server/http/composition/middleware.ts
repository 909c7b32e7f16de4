import type { RequestHandler } from "express";
import type { DocumentOperation } from "../../document/document.ts";
import { withDocumentedStatus } from "../errors/with-documented-status.ts";
import { middlewareStep, type Step } from "./step.ts";

/**
 * Express middleware that runs after the credential, the rate limit and the validation of a request, and before its
 * handler. `contextOf(res)` has the operation, the caller and the validated input. It refuses with an `ApiError` of a
 * status that the operation documents. Its own responses aren't checked against the document. `req.body` is undefined some
 * time after the response, if it was large: keep what you need for longer.
 */
export interface Middleware {
  /** Before every handler, in this order. */
  all?: RequestHandler[];
  /** By operationId, after those for all. */
  operations?: Record<string, RequestHandler[]>;
}

/**
 * Throws at start when there is middleware for an operation that isn't in the document.
 * @returns the step of an operation; undefined for one without middleware
 */
export function createMiddleware(operations: DocumentOperation[], middleware: Middleware) {
  const { all = [], operations: given = {} } = middleware;
  const own = new Map(Object.entries(given));
  const unknown = [...own.keys()].filter((id) => !operations.some((one) => one.operationId === id));
  if (unknown.length > 0) {
    throw new Error(`There is middleware for ${unknown.join(", ")}, which the document doesn't have.`);
  }
  return (operation: DocumentOperation): Step | undefined => {
    const handlers = [...all, ...(own.get(operation.operationId) ?? [])];
    if (handlers.length === 0) return undefined;
    const run = middlewareStep(...handlers);
    return async (req, res, context) => {
      try {
        await run(req, res, context);
      } catch (error) {
        throw withDocumentedStatus(operation, error);
      }
    };
  };
}
