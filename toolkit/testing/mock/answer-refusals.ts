import { type ApiDocument, sendableMediaType } from "@counterpart/server/document";
import { ApiError } from "@counterpart/server/errors";
import {
  contextOf,
  type ErrorResponder,
  type ExchangeResponse,
  renderFromDocument,
  requiredHeaders,
  respondToErrors,
} from "@counterpart/server/http";
import type { OperationValidators } from "@counterpart/server/validation";
import pino from "pino";
import { errorHeaders } from "../samples/error-headers.ts";
import { fittingErrorPlans } from "../samples/fitting-error-plan.ts";
import { createDocumentedRefusals, type DocumentedRefusal } from "./documented-refusal.ts";
import { explainRefusal } from "./explain-refusal.ts";
import { ProblemJsonError } from "./prism/internals.ts";
import type { Preferences } from "./prism/messages.ts";
import { mediaTypeFor } from "./responses.ts";
import { bodyText, sendText } from "./send-reply.ts";

/** Refuses requests with the document's own example, or with the server's message in the document's shape. */
export function answerRefusals(
  document: ApiDocument,
  validators: Pick<OperationValidators, "responseBody">,
): ErrorResponder {
  const documentedRefusal = createDocumentedRefusals(document, validators);
  const answer = respondToErrors({
    document,
    log: pino({ level: "silent" }),
    renderError: renderFromDocument(document, fittingErrorPlans(document), (response) =>
      errorHeaders(document, response),
    ),
  });
  const headersOf = (res: ExchangeResponse, { response, status }: DocumentedRefusal) => {
    const { operation, requestId } = contextOf(res);
    const missing = requiredHeaders(document, response, { operation, status, requestId });
    const isSet = ([name]: [string, string]) => res.hasHeader(name);
    return {
      ...Object.fromEntries(Object.entries(missing).filter((one) => !isSet(one))),
      ...errorHeaders(document, response),
    };
  };
  return (error, res) => {
    // The caller prefers something undocumented. The mock itself reports that, not in the API's format.
    if (error instanceof ProblemJsonError) {
      res.locals.reason = error.detail;
      explainRefusal(res, error.detail);
      const { name: type, message: title, status, detail } = error;
      const problem = JSON.stringify({ type, title, status, detail });
      res.statusCode = status;
      void sendText(res, "application/problem+json", problem);
      return;
    }
    const refusal = error instanceof ApiError ? error : failed(error);
    const reason = `${refusal.code}: ${refusal.message}`;
    res.locals.reason = reason;
    explainRefusal(res, reason);
    const documented =
      refusal === error && !res.headersSent
        ? documentedRefusal({
            refusal,
            operation: contextOf(res).operation,
            preferences: (res.locals.preferences as Preferences | undefined) ?? {},
            mediaTypeOf: (response) => mediaTypeFor(res.req, response),
          })
        : undefined;
    if (documented) sendExample(res, refusal, documented, headersOf(res, documented));
    else answer(refusal, res);
  };
}

function sendExample(
  res: ExchangeResponse,
  { code, message, headers }: ApiError,
  { status, mediaType, media, example }: DocumentedRefusal,
  documentedHeaders: Record<string, string>,
): void {
  contextOf(res).error = { code, message };
  for (const name of ["Content-Length", "Content-Type", "Content-Encoding"]) res.removeHeader(name);
  res.statusCode = status;
  const all = { ...documentedHeaders, ...headers };
  for (const [name, value] of Object.entries(all)) res.setHeader(name, value);
  const type = sendableMediaType(mediaType);
  void sendText(res, type, bodyText(example, type, media));
}

/** Any other error is a fault of the document or the mock, so its message is shown to the developer. */
function failed(error: unknown): ApiError {
  return new ApiError("INTERNAL_ERROR", `The mock failed: ${error instanceof Error ? error.message : error}`);
}
