import type { RequestContext } from "./context.ts";
import type { ExchangeRequest, ExchangeResponse } from "./exchange.ts";

/** Observes every request: the log, metrics, traces. */
export interface Observer {
  /** Called once the request has an id, before anything else. */
  begin?(context: RequestContext, req: ExchangeRequest): void;
  /** Wraps the handling of a request, for example in an async context. Must call `handle` once. */
  within?(req: ExchangeRequest, context: RequestContext, handle: () => void): void;
  /** Called when the response is sent, or the client has disconnected (`res.writableFinished` is false). */
  end(context: RequestContext, res: ExchangeResponse): void;
}

/** Several observers combined, with a single listener. */
export interface Observation {
  begin(req: ExchangeRequest, res: ExchangeResponse, context: RequestContext): void;
  /** Undefined if no observer wraps requests. */
  within?(req: ExchangeRequest, context: RequestContext, handle: () => void): void;
}

/** @param contextOf of a response */
export function observeWith(
  observers: Observer[],
  contextOf: (res: ExchangeResponse) => RequestContext,
): Observation {
  const beginners = observers.filter(({ begin }) => begin);
  const wrappers = observers.flatMap((observer) => observer.within?.bind(observer) ?? []);
  // Shared by all responses, to avoid a closure per request.
  function end(this: ExchangeResponse): void {
    const context = contextOf(this);
    for (const observer of observers) observer.end(context, this);
  }
  return {
    begin(req, res, context) {
      for (const observer of beginners) observer.begin?.(context, req);
      if (observers.length > 0) res.on("close", end);
    },
    ...(wrappers.length > 0 && {
      within: wrappers.reduceRight(
        (inner, outer) => (req, context, handle) => outer(req, context, () => inner(req, context, handle)),
      ),
    }),
  };
}
