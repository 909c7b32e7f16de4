import type { Request, RequestHandler, Response } from "express";
import type { RequestContext } from "../context.ts";
import { composeMiddleware } from "./compose-middleware.ts";

/**
 * One step of the pipeline. It throws to refuse the request, and ends the response to be the last step. Only a step
 * that has to wait returns a promise, so that a request that needs no waiting completes synchronously.
 */
export type Step = (req: Request, res: Response, context: RequestContext) => void | Promise<void>;

/** Composes steps into one. Those after the one that ends the response don't run. */
export function sequence(...steps: (Step | undefined)[]): Step {
  const present = steps.filter((step) => step !== undefined);
  const [only] = present;
  if (only && present.length === 1) return only;
  const runFrom = (first: number, req: Request, res: Response, context: RequestContext) => {
    for (let at = first; at < present.length && !res.writableEnded; at++) {
      const pending = present[at]?.(req, res, context);
      if (pending) return pending.then((): ReturnType<Step> => runFrom(at + 1, req, res, context));
    }
  };
  return (req, res, context) => runFrom(0, req, res, context);
}

/** Express middleware as a step. Where it answers without calling `next`, the request ends there. */
export function middlewareStep(...handlers: RequestHandler[]): Step {
  const run = composeMiddleware(...handlers);
  return (req, res) =>
    new Promise((resolve, reject) => {
      run(req, res, (error?: unknown) => (error ? reject(error) : resolve()));
    });
}
