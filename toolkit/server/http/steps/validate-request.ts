import { type DatePlan, parseDates } from "@counterpart/client/dates";
import type { ApiDocument, DocumentOperation } from "../../document/document.ts";
import { essence } from "../../document/media-types.ts";
import { own } from "../../document/own.ts";
import type { RequestFault } from "../../document/request-fault.ts";
import { operationDates, plansOf } from "../../request/operation-dates.ts";
import { inputFields, parameterReader } from "../../request/parameters.ts";
import { queryPairs } from "../../request/query-string.ts";
import { formReader, type ReadForm } from "../../request/read-form.ts";
import type { SentForm } from "../../request/sent-form.ts";
import { unknownQueryParameters } from "../../request/unknown-query.ts";
import { isTooDeep, tooDeep } from "../../validation/nesting.ts";
import type { CheckedItem, OperationValidator, RequestInput } from "../../validation/operation-validator.ts";
import { maxFaults } from "../../validation/request-faults.ts";
import type { Step } from "../composition/step.ts";
import { ApiError } from "../errors/api-error.ts";
import { InvalidBody } from "../errors/invalid-body.ts";

/** Refuses invalid requests to an operation, and stores the input of valid ones in the context. */
export function validateRequest(
  document: ApiDocument,
  operation: DocumentOperation,
  validator: OperationValidator,
): Step {
  const read = parameterReader(document, operation);
  const readForm = formReaders(document, operation);
  const parseDates = inputDates(document, operation);
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
    if (!invalid && unknown.length + formFaults.length === 0) {
      parseDates(input, bodyType);
      return;
    }
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
  const names = operation.unknownQuery === "refuse" ? queryPairs(url).map(([name]) => name) : [];
  return names.length === 0 ? [] : unknownQueryParameters(document, operation, names);
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

/**
 * Validates a body's items as they arrive and fills in defaults.
 * @throws InvalidBody for the first invalid item
 */
async function* checkedItems(
  items: AsyncIterable<unknown>,
  check: NonNullable<ReturnType<OperationValidator["requestItemCheck"]>>,
): AsyncGenerator<unknown> {
  const checkedItem = (item: unknown, at: number): CheckedItem => {
    try {
      return check(item, at);
    } catch (error) {
      throw isTooDeep(error) ? new InvalidBody(tooDeep, { code: "VALIDATION_ERROR" }) : error;
    }
  };
  let index = 0;
  for await (const item of items) {
    const checked = checkedItem(item, index);
    if (checked.phrases) {
      const { phrases, faults } = checked;
      throw new InvalidBody(inOneSentence(phrases), { code: "VALIDATION_ERROR", details: faults });
    }
    yield checked.item;
    index++;
  }
}

const maxViolations = 5;

/** Characters per violation. Its place contains names chosen by the caller, which may be very long. */
const maxLength = 1000;
const keptAtStart = 255;

/** The message of a validation error. */
function inOneSentence(violations: string[]): string {
  const rest = violations.length - maxViolations;
  const first = violations.slice(0, maxViolations).map(shortened).join("; ");
  return `Invalid request: ${first}${rest > 0 ? `; and ${rest} more` : ""}.`;
}

/** Keeps the beginning of the place and the end of the text, which says what is wrong. */
function shortened(violation: string): string {
  if (violation.length <= maxLength) return violation;
  const end = violation.slice(keptAtStart + 1 - maxLength);
  return `${violation.slice(0, keptAtStart)}…${end}`.toWellFormed();
}

/** Replaces the dates of a valid request by `Date`s, where the document asks for that (`x-dates`). */
export function inputDates(document: ApiDocument, operation: DocumentOperation) {
  const { parameters, bodies } = operationDates(document, operation);
  const places = Object.entries(parameters).map(
    ([place, properties]) => [inputFields[place as keyof typeof inputFields], { properties }] as const,
  );
  const { table } = plansOf(document);
  return (input: RequestInput, bodyType: string | undefined): void => {
    const parse = (name: keyof RequestInput, plan: DatePlan | undefined) => {
      if (plan) Object.assign(input, { [name]: parseDates(table, plan, input[name]) });
    };
    for (const [name, plan] of places) parse(name, plan);
    if (bodyType !== undefined) parse("body", own(bodies, bodyType));
  };
}
