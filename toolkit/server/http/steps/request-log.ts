import type { Logger } from "pino";
import type { DocumentOperation } from "../../document/document.ts";
import type { RequestContext } from "../context.ts";
import { lineWriterOf } from "../line-writer.ts";
import type { Observer } from "../observer.ts";
import { loggablePath, secretRemover, type WithoutSecrets } from "../secret-text.ts";

export interface RequestLogOptions {
  /** The share of requests that succeed and have a line, 0 to 1; all unless given. Errors always have one. */
  successRatio?: number | undefined;
  secretPatterns?: RegExp[] | undefined;
}

/**
 * Logs one line per request, when it has ended. The path is included only when no operation matched, and the query
 * never: it could contain what must not be logged.
 *
 * All that a line may contain is known here, so it is made as JSON: the logger would search it for secrets, which takes
 * ten times as long.
 */
export function requestLog(
  log: Logger,
  { successRatio = 1, secretPatterns }: RequestLogOptions = {},
): Observer {
  const write = lineWriterOf(log);
  const withoutSecrets = secretRemover(secretPatterns);
  return {
    end(context, res) {
      const hasSucceeded = res.writableFinished && res.statusCode < 400;
      if (hasSucceeded && Math.random() >= successRatio) return;
      const { requestId, span, startedAt, document, operation, identity, error } = context;
      const ms = Math.round((performance.now() - startedAt) * 100) / 100;
      const status = res.writableFinished ? res.statusCode : '"aborted"';
      const place = operation ? operationField(operation) : unmatched(context, withoutSecrets);
      const inDocument = document === undefined ? "" : `,"document":${JSON.stringify(document)}`;
      const caller = identity?.log ? callerFields(identity.log) : "";
      const trace = span === undefined ? "" : `,"trace_id":"${span.spanContext().traceId}"`;
      const why = error ? errorFields(error, withoutSecrets) : "";
      write(
        `"requestId":"${requestId}"${trace}${inDocument}${place}${caller},"status":${status},"ms":${ms}${why}`,
        "request",
      );
    },
  };
}

const operationFields = new WeakMap<DocumentOperation, string>();

function operationField(operation: DocumentOperation): string {
  const known = operationFields.get(operation);
  if (known !== undefined) return known;
  const field = `,"operationId":${JSON.stringify(operation.operationId)}`;
  operationFields.set(operation, field);
  return field;
}

function unmatched({ method, path }: RequestContext, withoutSecrets: WithoutSecrets): string {
  return `,"method":${JSON.stringify(method)},"path":${JSON.stringify(loggablePath(path, withoutSecrets))}`;
}

/** Long enough for a sentence; a message may quote what a caller has sent. */
const maxReasonLength = 300;

/** Why a request was refused. */
function errorFields(error: { code: string; message: string }, withoutSecrets: WithoutSecrets): string {
  const { code, message } = error;
  const reason = withoutSecrets(message.slice(0, maxReasonLength));
  return `,"code":${JSON.stringify(code)},"reason":${JSON.stringify(reason)}`;
}

const knownCallers = new WeakMap<Record<string, string>, string>();

/** What an authenticator wants to have in the line. */
function callerFields(texts: Record<string, string>): string {
  const known = knownCallers.get(texts);
  if (known !== undefined) return known;
  let fields = "";
  for (const name in texts) fields += `,${JSON.stringify(name)}:${JSON.stringify(texts[name])}`;
  knownCallers.set(texts, fields);
  return fields;
}
