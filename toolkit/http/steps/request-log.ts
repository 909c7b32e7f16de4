import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { contextOf } from "../context.ts";
import { loggablePath } from "../secret-text.ts";

/**
 * One line a request, when it is over. Of the address only the path, and only where no operation names it: a query could
 * carry what must not be logged.
 */
export function requestLog(log: Logger): RequestHandler {
  return (req, res, next) => {
    const { method, path } = req;
    res.once("close", () => {
      const { requestId, startedAt, document, operation, identity } = contextOf(res);
      log.info(
        {
          requestId,
          ...(document !== undefined && { document }),
          ...(operation ? { operationId: operation.operationId } : { method, path: loggablePath(path) }),
          ...identity?.log,
          status: res.writableFinished ? res.statusCode : "aborted",
          ms: Math.round((performance.now() - startedAt) * 100) / 100,
        },
        "request",
      );
    });
    next();
  };
}
