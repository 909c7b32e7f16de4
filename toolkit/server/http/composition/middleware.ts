import type { DocumentOperation } from "../../document/document.ts";
import { withDocumentedStatus } from "../errors/documented-status.ts";
import type { Handler } from "../exchange.ts";
import { middlewareStep, type Step } from "./step.ts";

/**
 * Middleware between validation and the handler; `contextOf(res)` has the operation, the caller and the input.
 * It refuses with an `ApiError`. Its own responses aren't validated.
 */
export interface Middleware {
  /** Run before every handler, in this order. */
  all?: Handler[];
  /** By operationId; run after `all`. */
  operations?: Record<string, Handler[]>;
}

/**
 * @returns the step for an operation; undefined for one without middleware
 * @throws when there is middleware for an operation that isn't in the document
 */
export function createMiddleware(operations: DocumentOperation[], middleware: Middleware) {
  const { all = [], operations: given = {} } = middleware;
  const own = new Map(Object.entries(given));
  const unknown = [...own.keys()].filter((id) => !operations.some((one) => one.operationId === id));
  if (unknown.length > 0) {
    throw new Error(`There is middleware for ${unknown.join(", ")}, but the document has no such operation.`);
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
