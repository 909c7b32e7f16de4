import path from "node:path";
import { fileURLToPath } from "node:url";
import type { DocumentOperation } from "../../document/document.ts";
import { withCharset } from "../../document/media-types.ts";
import { logOutage } from "../../log/log-outage.ts";
import type { Log } from "../../log/log-port.ts";
import { ContractViolation } from "../../validation/contract-violation.ts";
import { contextOf } from "../context.ts";
import type { ExchangeResponse } from "../exchange.ts";
import { ApiError, unavailable } from "./api-error.ts";
import { createErrorResponse, type ErrorResponseParts } from "./error-response.ts";
import { NotImplemented } from "./not-implemented.ts";

/** Whether an error from a service's adapters is temporary: an unreachable database, for example. */
export type IsTemporary = (error: unknown) => boolean;

/** Sends the response for an error thrown while handling a request. */
export type ErrorResponder = (error: unknown, res: ExchangeResponse) => void;

interface AnswerErrorsParts extends ErrorResponseParts {
  isTemporary?: IsTemporary;
  /** In development: unexpected errors are answered with their reason. */
  explainFailures?: boolean;
}

/**
 * Turns thrown errors into responses. Refusals are sent to the caller; any other error is logged with the
 * request id and answered as 500 without its cause. Temporary errors carry `Retry-After`.
 */
export function respondToErrors(parts: AnswerErrorsParts): ErrorResponder {
  const { log, isTemporary = () => false, explainFailures = false } = parts;
  const answerOf = createErrorResponse(parts);
  const noteOverload = createOverloadLog(log);
  return (error, res) => {
    const context = contextOf(res);
    const { requestId, operation, identity } = context;
    if (isOverload(error)) {
      noteOverload({ operationId: operation?.operationId, reason: error.message });
    } else if (!isExpected(error)) {
      const { operationId } = operation ?? {};
      log.error({ requestId, operationId, ...identity?.log, err: error }, "unexpected error");
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

const maxLength = 1000;

/** Why a request failed, for the developer of the service: what was thrown, by which operation, and where. */
function failureReason(error: unknown, operation: DocumentOperation | undefined): string {
  const reason =
    error instanceof ContractViolation
      ? error.messageWithValues
      : `${operation ? `${operation.operationId} failed: ` : ""}${error}${placeOf(error)}`;
  return reason.length > maxLength ? `${reason.slice(0, maxLength)}…` : reason;
}

/** The first place of the stack that is the project's own code. */
function placeOf(error: unknown): string {
  const lines = (error instanceof Error && error.stack?.split("\n    at ").slice(1)) || [];
  const line = lines.find((one) => /file:|\//.test(one) && !/node_modules|node:/.test(one));
  const [, address, at] = /\(?((?:file:|\/)[^()]*?)((?::\d+){1,2})\)?$/.exec(line?.trim() ?? "") ?? [];
  if (address === undefined) return "";
  const file = address.startsWith("file:") ? fileURLToPath(address) : address;
  return ` (${path.relative(process.cwd(), file)}${at})`;
}

/** Milliseconds without a refusal until an overload counts as over; clients retry sooner. */
const quietMs = 10_000;

/**
 * Logs one line when an overload begins and one when it ends, with the number of refused requests. Each
 * request also has its own log line.
 * @returns to be called for each request refused because of overload
 */
export function createOverloadLog(log: Log) {
  const overload = logOutage(log, {
    began: "refusing requests for now",
    over: "accepting requests again",
    counted: "refused",
  });
  let timer: NodeJS.Timeout | undefined;

  return (refusal: { operationId: string | undefined; reason: string }): void => {
    overload.notice(refusal);
    clearTimeout(timer);
    timer = setTimeout(() => overload.end(performance.now() - quietMs), quietMs);
    // Not all runtimes have it.
    timer.unref?.();
  };
}
