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

/** Composes steps into one; it stops after the step that ends the response. */
export function sequence(...steps: (Step | undefined)[]): Step {
  const present = steps.filter((step) => step !== undefined);
  return async (req, res, context) => {
    for (const step of present) {
      if (res.writableEnded) return;
      await step(req, res, context);
    }
  };
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
