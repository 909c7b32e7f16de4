import type { Logger } from "pino";
import { loggablePath, secretRemover } from "../../log/secret-text.ts";
import type { Observer } from "../observer.ts";

export interface RequestLogOptions {
  /** The share of requests that succeed and have a line, 0 to 1; all unless given. Errors always have one. */
  successRatio?: number | undefined;
  secretPatterns?: RegExp[] | undefined;
}

/**
 * Logs one line per request, when it has ended. The path is included only when no operation matched, and the query
 * never: it could contain what must not be logged.
 */
export function requestLog(
  log: Logger,
  { successRatio = 1, secretPatterns }: RequestLogOptions = {},
): Observer {
  const withoutSecrets = secretRemover(secretPatterns);
  // It isn't searched for credentials, which takes twice as long as to write it: all that it may contain is known here.
  const requests = log.child({}, { redact: [] });
  return {
    end(context, res) {
      const hasSucceeded = res.writableFinished && res.statusCode < 400;
      if (hasSucceeded && Math.random() >= successRatio) return;
      const { requestId, span, startedAt, document, operation, method, path, identity, error } = context;
      requests.info(
        {
          requestId,
          trace_id: span?.spanContext().traceId,
          document,
          ...(operation
            ? { operationId: operation.operationId }
            : { method, path: loggablePath(path, withoutSecrets) }),
          ...identity?.log,
          status: res.writableFinished ? res.statusCode : "aborted",
          ms: Math.round((performance.now() - startedAt) * 100) / 100,
          code: error?.code,
          reason: error && withoutSecrets(error.message.slice(0, maxReasonLength)),
        },
        "request",
      );
    },
  };
}

/** Long enough for a sentence; a message may quote what a caller has sent. */
const maxReasonLength = 300;
