import type { RequestHandler } from "express";
import type { Logger } from "pino";
import { contextOf } from "../context.ts";
import { loggablePath } from "../secret-text.ts";

/**
 * Logs one line per request, when it has ended. The path is included only when no operation matched, and the query
 * never: it could contain what must not be logged.
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
