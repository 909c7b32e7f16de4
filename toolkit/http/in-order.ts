import type { NextFunction, Request, RequestHandler, Response } from "express";

/**
 * The steps as one: Express looks at path and method before each handler that it is given, which ours don't need.
 * A step that throws, or whose promise fails, ends the run with its error.
 */
export function inOrder(...steps: RequestHandler[]): RequestHandler {
  return (req, res, done) => run(steps, 0, req, res, done);
}

function run(steps: RequestHandler[], at: number, req: Request, res: Response, done: NextFunction): void {
  const step = steps[at];
  if (!step) {
    done();
    return;
  }
  const next = (error?: unknown): void => {
    if (error === undefined) run(steps, at + 1, req, res, done);
    else done(error);
  };
  try {
    const pending: unknown = step(req, res, next as NextFunction);
    if (pending instanceof Promise) pending.catch(done);
  } catch (error) {
    done(error);
  }
}
