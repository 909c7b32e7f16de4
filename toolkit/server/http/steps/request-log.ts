import type { Log } from "../../log/log-port.ts";
import { loggablePath, secretRemover } from "../../log/secret-text.ts";
import type { Observer } from "../observer.ts";

export interface RequestLogOptions {
  /** The share of successful requests to log, 0 to 1; default: all. Errors are always logged. */
  successRatio?: number | undefined;
  secretPatterns?: RegExp[] | undefined;
}

/**
 * Logs one line per completed request. It never contains the query, and the path only if no operation
 * matched, since they may contain secrets.
 */
export function requestLog(log: Log, { successRatio = 1, secretPatterns }: RequestLogOptions = {}): Observer {
  const withoutSecrets = secretRemover(secretPatterns);
  // No redaction, which takes twice as long as writing the line: all of its contents are known here.
  const requests = log.child({}, { redact: [] });
  return {
    end(context, res) {
      const { formatFault } = context;
      const hasSucceeded = res.writableFinished && res.statusCode < 400 && formatFault === undefined;
      if (hasSucceeded && Math.random() >= successRatio) return;
      const { requestId, span, startedAt, via, document, operation, method, path, identity, error } = context;
      requests.info(
        {
          requestId,
          trace_id: span?.spanContext().traceId,
          via,
          document,
          ...(operation
            ? { operationId: operation.operationId }
            : { method, path: loggablePath(path, withoutSecrets) }),
          ...identity?.log,
          status: res.writableFinished ? res.statusCode : "aborted",
          ms: Math.round((performance.now() - startedAt) * 100) / 100,
          formatFault,
          code: error?.code,
          reason: error && withoutSecrets(error.message.slice(0, maxReasonLength)),
        },
        "request",
      );
    },
  };
}

/** Characters. A message may quote caller input of any length. */
const maxReasonLength = 300;
