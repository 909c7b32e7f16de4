import type { Request, Response } from "express";
import type { RequestContext } from "./context.ts";

/** Sees every request: the log, metrics, traces. */
export interface Observer {
  /** The request has an id, and nothing else has been done with it. */
  begin?(context: RequestContext, req: Request): void;
  /** Handles the request in a context of its own, by calling `handle` once. */
  within?(req: Request, context: RequestContext, handle: () => void): void;
  /** The response has been sent, or its client has gone away, which is when `res.writableFinished` is false. */
  end(context: RequestContext, res: Response): void;
}

/** What several observers see, with one listener for all of them. */
export interface Observation {
  begin(req: Request, res: Response, context: RequestContext): void;
  /** Undefined where no observer needs a context of its own. */
  within?(req: Request, context: RequestContext, handle: () => void): void;
}

/** @param contextOf of a response */
export function observeWith(
  observers: Observer[],
  contextOf: (res: Response) => RequestContext,
): Observation {
  const beginners = observers.filter(({ begin }) => begin);
  const wrappers = observers.flatMap((observer) => observer.within?.bind(observer) ?? []);
  // One for all responses, so that a request makes no function of its own.
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
