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
} from "@counterpart/server/document";
import type { ApiError } from "@counterpart/server/errors";
import { documentedStatus } from "@counterpart/server/http";
import type { OperationValidators } from "@counterpart/server/validation";
import type { Preferences } from "./prism/messages.ts";

/** The document's own example for a refusal. */
export interface DocumentedRefusal {
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
export function createDocumentedRefusals(
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
