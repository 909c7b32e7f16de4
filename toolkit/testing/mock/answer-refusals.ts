import {
  type ApiDocument,
  type DocumentOperation,
  errorCodeNames,
  isJson,
  type MediaType,
  namedExamples,
  propertyEnum,
  type Response,
  responseFor,
  sendableMediaType,
} from "@counterpart/server/document";
import { ApiError } from "@counterpart/server/errors";
import {
  contextOf,
  documentedStatus,
  type ErrorResponder,
  type ExchangeResponse,
  renderFromDocument,
  requiredHeaders,
  respondToErrors,
} from "@counterpart/server/http";
import type { OperationValidators } from "@counterpart/server/validation";
import pino from "pino";
import { fittingErrorPlans } from "../samples/fitting-error-plan.ts";
import { errorHeaders } from "../samples/sample-values.ts";
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

/** The document's own example for a refusal. */
interface DocumentedRefusal {
  status: number;
  response: Response;
  mediaType: string;
  media: MediaType;
  example: unknown;
}

interface Refused {
  /** Undefined if no operation matches. */
  operation: DocumentOperation | undefined;
  refusal: Pick<ApiError, "status" | "code">;
  preferences: Preferences;
  /** The media type of a response that the caller prefers. */
  mediaTypeOf: (response: Response) => string | undefined;
}

/** Statuses of invalid requests. The caller may prefer any documented one of them. */
const invalid = new Set([400, 413, 415, 422]);

/**
 * Finds the document's example for a refusal: the preferred one, one with the refusal's code, or the first.
 */
function createDocumentedRefusals(
  document: ApiDocument,
  validators: Pick<OperationValidators, "responseBody">,
): (refused: Refused) => DocumentedRefusal | undefined {
  const codes = new Set(listedCodes(document).map(String));

  return ({ operation, refusal, preferences, mediaTypeOf }) => {
    const responses = operation?.responses ?? document.unmatched;
    const { code: preferred, exampleKey } = preferences;
    const isPreferred =
      preferred !== undefined &&
      invalid.has(preferred) &&
      invalid.has(refusal.status) &&
      responseFor(responses, preferred) !== undefined;
    const status = isPreferred ? preferred : documentedStatus(responses, refusal.status);
    const response = responseFor(responses, status);
    const mediaType = response && mediaTypeOf(response);
    const media = response?.content[mediaType ?? ""];
    if (!response || mediaType === undefined || !media) return undefined;
    const found = (example: unknown) => ({ status, response, mediaType, media, example });
    const examples = namedExamples(media);
    if (exampleKey !== undefined && examples.has(exampleKey)) return found(examples.get(exampleKey));
    // A document that lists the server's codes gets the server's own message, which names the actual fault.
    if (!isPreferred && codes.has(refusal.code)) return undefined;
    const fits = (body: unknown) =>
      !isJson(mediaType) || !validators.responseBody(media).firstFault({ body });
    const fitting = [...examples.values()].filter(fits);
    const [first] = fitting;
    if (first === undefined) return undefined;
    return found(fitting.find((example) => hasCode(example, refusal.code)) ?? first);
  };
}

/** The error codes that the document's `x-error-schema` lists. */
function listedCodes(document: ApiDocument): unknown[] {
  const { errorSchema } = document;
  return errorSchema
    ? errorCodeNames(document).flatMap((name) => propertyEnum(document, errorSchema, name))
    : [];
}

/** Whether a body has a code, however it is spelled. */
function hasCode(body: unknown, code: string): boolean {
  if (body === null || typeof body !== "object") return spelled(body) === spelled(code);
  return Object.values(body).some((value) => hasCode(value, code));
}

function spelled(value: unknown): string {
  return String(value)
    .replaceAll(/[^A-Za-z0-9]/g, "")
    .toLowerCase();
}
