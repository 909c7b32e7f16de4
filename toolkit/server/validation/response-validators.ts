import { type ItemFormat, itemFormat } from "../client-runtime/item-format.ts";
import type { DocumentOperation, Header, MediaType } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { hasItems } from "../document/item-stream.ts";
import { findMediaType, isJson } from "../document/media-types.ts";
import { own } from "../document/own.ts";
import { unescapePointerPart } from "../document/references.ts";
import { responseFor } from "../document/response-for.ts";
import type { Violation } from "./ajv-factories.ts";
import { ContractViolation } from "./contract-violation.ts";
import { plainCopy } from "./plain-copy.ts";
import type { SchemaCompiler, SchemaValidator } from "./schemas/schema-compiler.ts";

/** Validators for parts of responses. Operations share them. */
export interface ResponseValidators {
  /** Validates `{body}`. */
  responseBody(documented: MediaType): SchemaValidator;
  /** Validates `{item}` of a stream. */
  responseItem(documented: MediaType): SchemaValidator;
  /** Validates `{value}`. */
  responseHeader(documented: Header): SchemaValidator;
}

export function createResponseValidators({ compile }: SchemaCompiler): ResponseValidators {
  return {
    responseBody: once(({ schema = {} }) => compile({ properties: { body: schema } })),
    responseItem: once(({ itemSchema = {} }) => compile({ properties: { item: itemSchema } })),
    responseHeader: once(({ schema }) => compile({ properties: { value: schema } })),
  };
}

function once<Documented extends object>(compile: (documented: Documented) => SchemaValidator) {
  const known = new WeakMap<Documented, SchemaValidator>();
  return (documented: Documented) => getOrMake(known, documented, () => compile(documented));
}

/** The items of a stream as documented. */
export interface ResponseItems {
  format: ItemFormat;
  mediaType: MediaType;
  /**
   * Returns the item as it is sent; a `Date` becomes text.
   * @throws ContractViolation
   */
  check: (item: unknown, report?: Report) => unknown;
}

/** Receives a violation that doesn't fail the response: a stored text doesn't match its format. */
export type Report = (violation: ContractViolation) => void;

/**
 * @returns a function that looks up the items of a response; it returns undefined if the document doesn't
 * describe them
 */
export function responseItemsOf(operation: DocumentOperation, { responseItem }: ResponseValidators) {
  return (status: number, mediaType: string): ResponseItems | undefined => {
    const content = responseFor(operation.responses, status)?.content ?? {};
    const documented = mediaTypeOf(content, mediaType);
    const format = itemFormat(mediaType);
    if (!documented || !format || !hasItems(mediaType, documented)) return undefined;
    const answered = `${operation.operationId} answered ${status}, but in its stream`;
    const check = (given: unknown, report?: Report): unknown => {
      const sent = { item: plainCopy(given) };
      assertValid(responseItem(documented), { sent, answered, report });
      return sent.item;
    };
    return { format, mediaType: documented, check };
  };
}

/** @returns a function that serializes a body as JSON, or throws a `ContractViolation` */
export function responseValidator(operation: DocumentOperation, { responseBody }: ResponseValidators) {
  return (status: number, mediaType: string, body: unknown, report?: Report): string => {
    const answered = `${operation.operationId} answered ${status},`;
    const fail = (fault: string) => new ContractViolation(`${answered} ${fault}.`);
    const response = responseFor(operation.responses, status);
    if (!response) throw fail("which it doesn't document");
    const documented = mediaTypeOf(response.content, mediaType);
    if (!documented) throw fail(`as ${mediaType}, which it doesn't document`);
    if (!isJson(mediaType)) throw fail(`as ${mediaType}, but the body is neither text nor bytes`);
    if (body === undefined) throw fail("without the documented body");
    const sent = { body: plainCopy(body) };
    assertValid(responseBody(documented), { sent, answered: `${answered} but`, report });
    return JSON.stringify(sent.body);
  };
}

/** @throws ContractViolation */
function assertValid(
  { firstFault, isValidAsStored }: SchemaValidator,
  { sent, answered, report }: { sent: unknown; answered: string; report: Report | undefined },
): void {
  const violations = firstFault(sent);
  if (!violations) return;
  const violation = new ContractViolation(`${answered} ${faultsText(violations)}.`, {
    messageWithValues: () => `${answered} ${faultsText(violations, sent)}.`,
  });
  if (!report || !isValidAsStored(sent)) throw violation;
  report(violation);
}

/** @param sent the validated value, to say what each fault is about */
export function faultsText(violations: Violation[], sent?: unknown): string {
  return violations
    .map(({ path, message, pointer }) =>
      `${path} ${message}${sent === undefined ? "" : got(sent, pointer)}`.trimStart(),
    )
    .join("; ");
}

const maxValueLength = 200;

function got(sent: unknown, pointer: string): string {
  let value = sent;
  for (const name of pointer.split("/").slice(1).map(unescapePointerPart)) {
    value = value instanceof Object ? own(value as Record<string, unknown>, name) : undefined;
  }
  // A missing property has no value.
  const text = JSON.stringify(value);
  if (text === undefined) return "";
  return `, got ${text.length > maxValueLength ? `${text.slice(0, maxValueLength)}…` : text}`;
}

/** Looks for the exact media type, then without parameters, then for a range such as `application/*`. */
function mediaTypeOf(content: Record<string, MediaType>, mediaType: string): MediaType | undefined {
  if (Object.hasOwn(content, mediaType)) return content[mediaType];
  const match = findMediaType(Object.keys(content), mediaType);
  return match === undefined ? undefined : content[match];
}

/** Compiles what an operation's responses need: headers set by handlers, JSON bodies and items. */
export function responseCompilations(
  { responses }: DocumentOperation,
  { responseBody, responseItem, responseHeader }: ResponseValidators,
): (() => SchemaValidator)[] {
  const documented = Object.values(responses);
  const headers = documented.flatMap((response) => Object.values(response.headers));
  const mediaTypes = documented.flatMap(({ content }) => Object.entries(content));
  return [
    ...headers.filter(({ setByServer }) => !setByServer).map((header) => () => responseHeader(header)),
    ...mediaTypes.flatMap(([name, mediaType]) => [
      ...(isJson(name) || name.includes("*") ? [() => responseBody(mediaType)] : []),
      ...(hasItems(name, mediaType) ? [() => responseItem(mediaType)] : []),
    ]),
  ];
}
