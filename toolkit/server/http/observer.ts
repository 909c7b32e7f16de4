import type { Request, Response } from "express";
import type { RequestContext } from "./context.ts";

/** Observes every request: the log, metrics, traces. */
export interface Observer {
  /** Called once the request has an id, before anything else. */
  begin?(context: RequestContext, req: Request): void;
  /** Wraps the handling of a request, for example in an async context. Must call `handle` once. */
  within?(req: Request, context: RequestContext, handle: () => void): void;
  /** Called when the response is sent, or the client has disconnected (`res.writableFinished` is false). */
  end(context: RequestContext, res: Response): void;
}

/** Several observers combined, with a single listener. */
export interface Observation {
  begin(req: Request, res: Response, context: RequestContext): void;
  /** Undefined if no observer wraps requests. */
  within?(req: Request, context: RequestContext, handle: () => void): void;
}

/** @param contextOf of a response */
export function observeWith(
  observers: Observer[],
  contextOf: (res: Response) => RequestContext,
): Observation {
  const beginners = observers.filter(({ begin }) => begin);
  const wrappers = observers.flatMap((observer) => observer.within?.bind(observer) ?? []);
  // Shared by all responses, to avoid a closure per request.
  function end(this: Response): void {
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
