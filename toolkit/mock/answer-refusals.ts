import { ProblemJsonError } from "@stoplight/prism-http/dist/types.js";
import pino from "pino";
import type { ApiDocument } from "../document/document.ts";
import { type AnswerError, answerErrors } from "../http/errors/answer-errors.ts";
import { ApiError } from "../http/errors/api-error.ts";
import { renderFromDocument } from "../http/errors/render-error.ts";
import { errorHeaders } from "../samples/error-headers.ts";
import { fittingErrorPlans } from "../samples/fitting-error-plan.ts";
import { sendText } from "./send-reply.ts";

/** Answers what is refused in the real server's words, and in the shape that the document has for them. */
export function answerRefusals(document: ApiDocument): AnswerError {
  const answer = answerErrors({
    document,
    log: pino({ level: "silent" }),
    renderError: renderFromDocument(document, fittingErrorPlans(document), (response) =>
      errorHeaders(document, response),
    ),
  });
  return (error, res) => {
    // The caller prefers something that the document doesn't have. This is about the mock, so the mock says it.
    if (error instanceof ProblemJsonError) {
      res.locals.reason = error.detail;
      const { name: type, message: title, status, detail } = error;
      const problem = JSON.stringify({ type, title, status, detail });
      sendText(res.status(status), "application/problem+json", problem);
      return;
    }
    const refusal = error instanceof ApiError ? error : failed(error);
    res.locals.reason = `${refusal.code}: ${refusal.message}`;
    answer(refusal, res);
  };
}

/** Whatever isn't a refusal is a fault of the document or of the mock; who runs the mock may know. */
function failed(error: unknown): ApiError {
  return new ApiError("INTERNAL_ERROR", `The mock failed: ${error instanceof Error ? error.message : error}`);
}
