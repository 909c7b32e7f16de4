import { withCharset } from "../../document/media-types.ts";
import { contextOf } from "../context.ts";
import type { ExchangeResponse } from "../exchange.ts";
import { ApiError, unavailable } from "./api-error.ts";
import { createErrorAnswer, type ErrorAnswerParts } from "./error-answer.ts";
import { failureReason } from "./failure-reason.ts";
import { NotImplemented } from "./not-implemented.ts";
import { createOverloadLog } from "./overload-log.ts";

/** Whether an error from a service's adapters is temporary: an unreachable database, for example. */
export type IsTemporary = (error: unknown) => boolean;

/** Sends the response for an error thrown while handling a request. */
export type AnswerError = (error: unknown, res: ExchangeResponse) => void;

interface AnswerErrorsParts extends ErrorAnswerParts {
  isTemporary?: IsTemporary;
  /** In development: unexpected errors are answered with their reason. */
  explainFailures?: boolean;
}

/**
 * Turns thrown errors into responses. Refusals are sent to the caller; any other error is logged with the
 * request id and answered as 500 without its cause. Temporary errors carry `Retry-After`.
 */
export function answerErrors(parts: AnswerErrorsParts): AnswerError {
  const { log, isTemporary = () => false, explainFailures = false } = parts;
  const answerOf = createErrorAnswer(parts);
  const noteOverload = createOverloadLog(log);
  return (error, res) => {
    const context = contextOf(res);
    const { requestId, operation } = context;
    if (isOverload(error)) {
      noteOverload({ operationId: operation?.operationId, reason: error.message });
    } else if (!isExpected(error)) {
      log.error({ requestId, operationId: operation?.operationId, err: error }, "unexpected error");
    }
    // The headers are already sent; closing the connection shows the client that the response is incomplete.
    if (res.headersSent) return void res.destroy();
    const { headers, ...facts } = answerTo(isTemporary(error) ? busy(requestId) : error, requestId);
    const isExplained = explainFailures && !isRefusal(error);
    const answer = answerOf(operation, {
      ...facts,
      ...(isExplained && { message: failureReason(error, operation) }),
      requestId,
    });
    context.error = facts;
    const { status, content } = answer;
    for (const name of ["Content-Length", "Content-Type", "Content-Encoding"]) res.removeHeader(name);
    res.statusCode = status;
    const given = { ...answer.headers, ...headers };
    for (const [name, value] of Object.entries(given)) res.setHeader(name, value);
    for (const [name, value] of Object.entries(answer.missing))
      if (!res.hasHeader(name)) res.setHeader(name, value);
    if (!content) return void res.end();
    const bytes = Buffer.from(content.text);
    res.setHeader("Content-Type", withCharset(content.type));
    res.setHeader("Content-Length", String(bytes.length));
    res.end(bytes);
  };
}

/** Whether the message says it all. Failures are logged even if their message helps the caller. */
function isExpected(error: unknown): boolean {
  return isRefusal(error) && !(error instanceof ApiError && error.status >= 500);
}

/** Whether the message is for the caller. */
function isRefusal(error: unknown): boolean {
  return error instanceof NotImplemented || error instanceof ApiError;
}

/** Whether the failure is overload. It isn't logged per request, which would flood the log. */
function isOverload(error: unknown): error is ApiError {
  return error instanceof ApiError && error.status >= 500 && error.cause === undefined;
}

function busy(requestId: string): ApiError {
  return unavailable(
    `The service is busy or restarting. Try again in a few seconds, and quote the request id ${requestId} if the problem persists.`,
  );
}

function answerTo(error: unknown, requestId: string) {
  if (error instanceof ApiError) {
    const { status, code, message, headers, details } = error;
    return { status, code, message, headers, ...(details && details.length > 0 && { details }) };
  }
  if (error instanceof NotImplemented) {
    return { status: 501, code: "NOT_IMPLEMENTED", message: error.message, headers: {} };
  }
  const message = `Something went wrong on our side. Quote the request id ${requestId} if you report it.`;
  return { status: 500, code: "INTERNAL_ERROR", message, headers: {} };
}
