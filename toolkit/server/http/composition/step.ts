import type { RequestContext } from "../context.ts";
import type { ExchangeRequest, ExchangeResponse, Handler } from "../exchange.ts";

/**
 * A step of the pipeline. It throws to refuse the request and ends the response to stop the pipeline. It
 * returns a promise only if it has to wait, so other requests complete synchronously.
 */
export type Step = (
  req: ExchangeRequest,
  res: ExchangeResponse,
  context: RequestContext,
) => void | Promise<void>;

/** Composes steps into one; it stops after the step that ends the response. */
export function sequence(...steps: (Step | undefined)[]): Step {
  const present = steps.filter((step) => step !== undefined);
  const [only] = present;
  if (only && present.length === 1) return only;
  const runFrom = (first: number, req: ExchangeRequest, res: ExchangeResponse, context: RequestContext) => {
    for (let at = first; at < present.length && !res.writableEnded; at++) {
      const pending = present[at]?.(req, res, context);
      if (pending) return pending.then((): ReturnType<Step> => runFrom(at + 1, req, res, context));
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
