import type { ErrorRequestHandler } from "express";
import type { Logger } from "pino";
import { ApiError, errorBody } from "../errors.ts";
import { contextOf } from "./context.ts";
import { NotImplemented } from "./not-implemented.ts";

/**
 * Turns whatever was thrown into an answer, in one place. Refusals are told to the caller; everything else is a
 * surprise: answered as 500 without its cause, which is logged under the request id.
 */
export function answerErrors(log: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    const { requestId, operation } = contextOf(res);
    if (!(error instanceof ApiError || error instanceof NotImplemented)) {
      log.error({ requestId, operationId: operation?.operationId, err: error }, "unexpected error");
    }
    if (res.headersSent) return next(error);
    const { status, code, message, headers } = answerTo(error, requestId);
    for (const name of ["Content-Length", "Content-Type", "Content-Encoding"]) res.removeHeader(name);
    const bytes = Buffer.from(JSON.stringify(errorBody(code, message)));
    res
      .status(status)
      .set(headers)
      .set({ "Content-Type": "application/json; charset=utf-8", "Content-Length": String(bytes.length) })
      .end(bytes);
  };
}

function answerTo(error: unknown, requestId: string) {
  if (error instanceof ApiError) return error;
  if (error instanceof NotImplemented) {
    return { status: 501, code: "NOT_IMPLEMENTED", message: error.message, headers: {} };
  }
  const message = `Something went wrong on our side. Quote the request id ${requestId} when you report it.`;
  return { status: 500, code: "INTERNAL_ERROR", message, headers: {} };
}
