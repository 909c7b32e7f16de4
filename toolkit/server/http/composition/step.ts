import type { RequestContext } from "../context.ts";
import type { ExchangeRequest, ExchangeResponse, Handler } from "../exchange.ts";

/**
 * A step of the pipeline. It throws to refuse the request and ends the response to stop the pipeline.
 */
export type Step = (
  req: ExchangeRequest,
  res: ExchangeResponse,
  context: RequestContext,
) => void | Promise<void>;

/** Composes steps into one; it stops after the step that ends the response, and waits only for steps that return promises. */
export function sequence(...steps: (Step | undefined)[]): Step {
  const present = steps.filter((step) => step !== undefined);
  const runFrom = (start: number, ...[req, res, context]: Parameters<Step>): void | Promise<void> => {
    for (let at = start; at < present.length && !res.writableEnded; at++) {
      const pending = present[at]?.(req, res, context);
      if (pending) return pending.then(() => runFrom(at + 1, req, res, context));
    }
  };
  return (req, res, context) => runFrom(0, req, res, context);
}

/** Handlers as a step. If one answers without calling `next`, the pipeline stops there. */
export function middlewareStep(...handlers: Handler[]): Step {
  return sequence(...handlers.map(handlerStep));
}

function handlerStep(handler: Handler): Step {
  return (req, res) =>
    new Promise((resolve, reject) => {
      const pending = handler(req, res, (error) => (error ? reject(error) : resolve()));
      if (pending instanceof Promise) pending.catch(reject);
    });
}

/** A value, or a promise of one. */
export type MaybePromise<T> = T | Promise<T>;
