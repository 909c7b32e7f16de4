import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { essence } from "../../document/media-types.ts";
import type { RequestFault } from "../../document/request-fault.ts";
import { parameterReader } from "../../request/parameters.ts";
import { queryPairs } from "../../request/query-string.ts";
import { formReader, type ReadForm } from "../../request/read-form.ts";
import type { SentForm } from "../../request/sent-form.ts";
import { unknownQueryParameters } from "../../request/unknown-query.ts";
import { isTooDeep, tooDeep } from "../../validation/nesting.ts";
import type { OperationValidator, RequestInput } from "../../validation/operation-validator.ts";
import { maxFaults } from "../../validation/request-faults.ts";
import type { Step } from "../composition/step.ts";
import { ApiError } from "../errors/api-error.ts";
import { checkedItems } from "./checked-items.ts";
import { inOneSentence } from "./one-sentence.ts";

/** Refuses invalid requests to an operation, and stores the input of valid ones in the context. */
export function validateRequest(
  document: ApiDocument,
  operation: DocumentOperation,
  validator: OperationValidator,
): Step {
  const read = parameterReader(document, operation);
  const readForm = formReaders(document, operation);
  const validate: Step = (req, _res, context) => {
    const { bodyType } = context;
    const input: RequestInput = read(req, context.pathParams);
    const form = context.form && readForm(bodyType ?? "", context.form);
    context.form = undefined;
    // Middleware receives the same value as the handler.
    if (form) req.body = form.value;
    if (bodyType !== undefined) input.body = bodyOf(req.headers["content-type"] ?? bodyType, req.body);
    const itemCheck = bodyType === undefined ? undefined : validator.requestItemCheck(bodyType);
    if (itemCheck) input.body = checkedItems(req.body, itemCheck);
    context.input = input;
    const unknown = unknownQuery(document, operation, req.originalUrl);
    const invalid = validator.validateRequest(input, bodyType);
    const formFaults = form?.faults ?? [];
    if (!invalid && unknown.length + formFaults.length === 0) return;
    const phrases = [
      ...formFaults.map(({ pointer = "", message }) => `body.${pointer.slice(1)} ${message}`),
      ...unknown.map((name) => `query.${name} ${notKnown}`),
    ];
    const faults = [...formFaults, ...(invalid ? describedFaults(validator, input, bodyType) : [])];
    throw new ApiError("VALIDATION_ERROR", inOneSentence([...new Set([...(invalid ?? []), ...phrases])]), {
      details: [...faults, ...unknown.map(unknownParameter)].slice(0, maxFaults),
    });
  };
  return (req, res, context) => {
    try {
      return validate(req, res, context);
    } catch (error) {
      throw isTooDeep(error) ? new ApiError("VALIDATION_ERROR", tooDeep) : error;
    }
  };
}

/** Without `details`, the first faults are enough. */
function describedFaults(
  validator: OperationValidator,
  input: RequestInput,
  bodyType: string | undefined,
): RequestFault[] {
  try {
    return validator.requestFaults(input, bodyType);
  } catch (error) {
    if (isTooDeep(error)) return [];
    throw error;
  }
}

const notKnown = "is not a known parameter";

function unknownParameter(name: string): RequestFault {
  const rule = "additionalProperties";
  // The caller chooses the name, which may be as long as the URL.
  const shown = name.slice(0, maxNameLength);
  return { in: "query", name: shown, rule, message: notKnown };
}

/** Characters. */
const maxNameLength = 255;

/** The undocumented query parameters, if the operation refuses them (`x-unknown-query`). */
function unknownQuery(document: ApiDocument, operation: DocumentOperation, url: string): string[] {
  if (operation.unknownQuery !== "refuse") return [];
  const pairs = queryPairs(url);
  return pairs.length === 0
    ? []
    : unknownQueryParameters(
        document,
        operation,
        pairs.map(([name]) => name),
      );
}

/** Bytes become a Blob, without a type if the media type is a range. */
function bodyOf(contentType: string, body: unknown): unknown {
  if (!Buffer.isBuffer(body)) return body;
  const type = essence(contentType);
  return new Blob([new Uint8Array(body)], { type: type.includes("*") ? "" : type });
}

function formReaders(document: ApiDocument, { requestBody }: DocumentOperation) {
  const readers = new Map<string, (form: SentForm) => ReadForm>();
  return (bodyType: string, form: SentForm): ReadForm => {
    const read = readers.get(bodyType) ?? formReader(document, requestBody?.content[bodyType] ?? {});
    readers.set(bodyType, read);
    const result = read(form);
    form.release?.();
    return result;
  };
}
