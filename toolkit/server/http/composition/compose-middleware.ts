import type { NextFunction, Request, RequestHandler, Response } from "express";

/**
 * Combines Express middleware into one, without Express matching path and method before each. A middleware
 * that throws or rejects ends the run with its error.
 */
export function composeMiddleware(...handlers: RequestHandler[]): RequestHandler {
  return (req, res, done) => run(handlers, 0, req, res, done);
}

function run(handlers: RequestHandler[], at: number, req: Request, res: Response, done: NextFunction): void {
  const handler = handlers[at];
  if (!handler) {
    done();
    return;
  }
  const next = (error?: unknown): void => {
    if (error) done(error);
    else run(handlers, at + 1, req, res, done);
  };
  // Express's router sets it too; `sendFile` reports errors there.
  req.next = next as NextFunction;
  try {
    const pending: unknown = handler(req, res, next as NextFunction);
    if (pending instanceof Promise) pending.catch(done);
  } catch (error) {
    done(error);
  }
}
