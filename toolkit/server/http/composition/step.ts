import type { NextFunction, Request, RequestHandler, Response } from "express";
import type { RequestContext } from "../context.ts";

/**
 * A step of the pipeline. It throws to refuse the request and ends the response to stop the pipeline. It
 * returns a promise only if it has to wait, so other requests complete synchronously.
 */
export type Step = (req: Request, res: Response, context: RequestContext) => void | Promise<void>;

/** Composes steps into one; it stops after the step that ends the response. */
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

/** Express middleware as a step. If one answers without calling `next`, the pipeline stops there. */
export function middlewareStep(...handlers: RequestHandler[]): Step {
  return sequence(...handlers.map(handlerStep));
}

function handlerStep(handler: RequestHandler): Step {
  return (req, res) =>
    new Promise((resolve, reject) => {
      const next = (error?: unknown): void => (error ? reject(error) : resolve());
      // Express's router sets it too; `sendFile` reports errors there.
      req.next = next as NextFunction;
      const pending: unknown = handler(req, res, next as NextFunction);
      if (pending instanceof Promise) pending.catch(reject);
    });
}
