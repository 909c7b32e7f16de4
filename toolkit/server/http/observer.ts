import type { Log } from "../log/log-port.ts";
import { loggablePath, secretRemover } from "../log/secret-text.ts";
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

/**
 * Combines several observers, with a single listener. Without `within` if none wraps requests.
 * @param contextOf of a response
 */
export function observeWith(observers: Observer[], contextOf: (res: ExchangeResponse) => RequestContext) {
  const beginners = observers.filter(({ begin }) => begin);
  const wrappers = observers.flatMap((observer) => observer.within?.bind(observer) ?? []);
  // Shared by all responses, to avoid a closure per request.
  function end(this: ExchangeResponse): void {
    const context = contextOf(this);
    for (const observer of observers) observer.end(context, this);
  }
  return {
    begin(req: ExchangeRequest, res: ExchangeResponse, context: RequestContext): void {
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

interface RequestLogOptions {
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
