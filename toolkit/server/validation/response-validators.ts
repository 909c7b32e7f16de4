import { type ItemFormat, itemFormat } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation, Header, MediaType, Schema } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { hasItems } from "../document/item-stream.ts";
import { mapValues } from "../document/map-values.ts";
import { findMediaType, isJson } from "../document/media-types.ts";
import { own } from "../document/own.ts";
import { namesIn } from "../document/references.ts";
import { responseFor } from "../document/response-for.ts";
import type { Violation } from "./ajv-factories.ts";
import { type ArrayPlace, findArrayPlace } from "./array-place.ts";
import { ContractViolation } from "./contract-violation.ts";
import { itemSchema } from "./request-schema.ts";
import { hasIsoText } from "./schemas/date-keyword.ts";
import type { SchemaCompiler, SchemaValidator } from "./schemas/schema-compiler.ts";

export type ResponseValidators = ReturnType<typeof createResponseValidators>;

/** Validators for parts of responses. Operations share them. */
export function createResponseValidators(document: ApiDocument, { compile }: SchemaCompiler) {
  const places = new WeakMap<MediaType, Map<string, ArrayPlace & { validator: SchemaValidator }>>();
  return {
    /** Validates `{body}`. */
    responseBody: once((media: MediaType) => compile(bodySchema(media))),
    /** Validates `{item}` of a stream. */
    responseItem: once((media: MediaType) => compile(itemSchema(media))),
    /** Validates `{item}` of an array with these items. */
    arrayItem: (items: Schema) => compile(itemSchema({ itemSchema: items })),
    /**
     * Validates `{body}`, except for one array.
     * @param names the properties that lead to the array
     */
    aroundArray: (documented: MediaType, names: string[]) =>
      getOrMake(
        getOrMake(places, documented, () => new Map()),
        JSON.stringify(names),
        () => {
          const place = findArrayPlace(document, documented.schema ?? {}, names);
          return { ...place, validator: compile({ properties: { body: place.around } }) };
        },
      ),
    /** Validates `{value}`. */
    responseHeader: once((header: Header) => compile(headerSchema(header))),
  };
}

/** A schema of `{body}`. */
export function bodySchema({ schema = {} }: MediaType): Schema {
  return { properties: { body: schema } };
}

/** A schema of `{value}`. */
export function headerSchema({ schema }: Header): Schema {
  return { properties: { value: schema } };
}

function once<Documented extends object>(compile: (documented: Documented) => SchemaValidator) {
  const known = new WeakMap<Documented, SchemaValidator>();
  return (documented: Documented) => getOrMake(known, documented, () => compile(documented));
}

/** What is wrong with a response, as in `but its header X-Count: must be integer`. */
export interface ResponseFault {
  message: string;
  /** The same with the value that the handler sent, for the service's developer only. */
  withValue?: () => string;
  /** A stored text doesn't match its format, which doesn't keep the response from being sent. */
  isOfFormat?: boolean;
}

/** Returns the fault of a header's value, as in `must be integer`; undefined when it is valid. */
export type HeaderFault = (name: string, header: Header, value: unknown) => ResponseFault | undefined;

/** An array of a body whose items have been validated already. */
export interface CheckedArray {
  /** The properties that lead to it. */
  names: string[];
  /** Of each item, resolved. */
  items: Schema;
  count: number;
  /** Serialised instead of the array. */
  stead: string;
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
    const check = itemCheck(responseItem(documented), answered);
    return { format, mediaType: documented, check };
  };
}

/** @returns a function that returns an item as it is sent, or throws a `ContractViolation` */
export function itemCheck(validator: SchemaValidator, answered: string) {
  return (given: unknown, report?: Report): unknown => {
    const sent = { item: plainCopy(given) };
    assertValid(validator, { sent, answered, report });
    return sent.item;
  };
}

/** @returns a function that serializes a body as JSON, or throws a `ContractViolation` */
export function responseValidator(
  operation: DocumentOperation,
  { responseBody, aroundArray }: ResponseValidators,
) {
  /** By status and media type. */
  const known = new Map<string, MediaType>();
  const documentedFor = (status: number, mediaType: string, fail: (fault: string) => Error): MediaType => {
    const response = responseFor(operation.responses, status);
    if (!response) throw fail("which it doesn't document");
    const documented = mediaTypeOf(response.content, mediaType);
    if (!documented) throw fail(`as ${mediaType}, which it doesn't document`);
    if (!isJson(mediaType)) throw fail(`as ${mediaType}, but the body is neither text nor bytes`);
    // Not what only fits a range, since callers may choose it.
    if (Object.hasOwn(response.content, mediaType)) known.set(`${status} ${mediaType}`, documented);
    return documented;
  };

  return (
    status: number,
    mediaType: string,
    body: unknown,
    report?: Report,
    array?: CheckedArray,
  ): string => {
    const answered = `${operation.operationId} answered ${status},`;
    const fail = (fault: string) => new ContractViolation(`${answered} ${fault}.`);
    const documented = known.get(`${status} ${mediaType}`) ?? documentedFor(status, mediaType, fail);
    if (body === undefined) throw fail("without the documented body");
    if (!array) {
      const sent = { body: plainCopy(body) };
      assertValid(responseBody(documented), { sent, answered: `${answered} but`, report });
      return JSON.stringify(sent.body);
    }
    const { names, items, count, stead } = array;
    let place: ReturnType<typeof aroundArray>;
    try {
      place = aroundArray(documented, names);
    } catch (error) {
      throw fail(`but /body/${names.join("/")} can't be checked in parts: ${(error as Error).message}`);
    }
    if (place.items !== items) throw fail(`but /body/${names.join("/")} was checked by another schema`);
    const { minItems, maxItems } = place;
    if (count < minItems || count > maxItems) {
      throw fail(`but /body/${names.join("/")} has ${count} items, not ${minItems} to ${maxItems}`);
    }
    const sent = { body: plainCopy(withMember(body, names, [])) };
    assertValid(place.validator, { sent, answered: `${answered} but`, report });
    return JSON.stringify(withMember(sent.body, names, stead));
  };
}

/**
 * @returns a check for the headers that a handler sends with a status; it returns the end of `getPet answered
 * 200, …`
 */
export function responseHeadersCheck({ responses }: DocumentOperation, faultOf: HeaderFault) {
  return (status: number) => {
    const documented = Object.entries(responseFor(responses, status)?.headers ?? {});
    const byName = new Map(documented.map((entry) => [entry[0].toLowerCase(), entry]));
    const required = documented.filter(([, header]) => header.required && !header.setByServer);
    return (headers: Record<string, unknown>): ResponseFault | undefined => {
      const given = Object.entries(headers).filter(([, value]) => value !== undefined && value !== null);
      const missing = required.find(
        ([name]) => !given.some(([spelled]) => spelled.toLowerCase() === name.toLowerCase()),
      );
      if (missing) return { message: `without the header ${missing[0]}` };
      let ofFormat: ResponseFault | undefined;
      for (const [spelled, value] of given) {
        const [name, header] = byName.get(spelled.toLowerCase()) ?? [];
        const fault = name && header && faultOf(name, header, value);
        if (!fault) continue;
        const { message, withValue } = fault;
        const start = `but its header ${name}:`;
        const placed = {
          ...fault,
          message: `${start} ${message}`,
          ...(withValue && { withValue: () => `${start} ${withValue()}` }),
        };
        if (!fault.isOfFormat) return placed;
        ofFormat ??= placed;
      }
      return ofFormat;
    };
  };
}

/** A copy with another value there. */
function withMember(value: unknown, [name, ...rest]: string[], member: unknown): unknown {
  if (name === undefined) return member;
  const object = value as Record<string, unknown>;
  return { ...object, [name]: withMember(object[name], rest, member) };
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
  for (const name of namesIn(pointer)) {
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

/**
 * Returns the value itself, or a copy with the results of `toJSON` if it contains a `Date` or an object with
 * `toJSON`. The copy keeps each `Date`; the validator replaces it with text in the documented format.
 */
export function plainCopy(value: unknown): unknown {
  return isPlain(value) ? value : copied(value);
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object" || value === null || isBytes(value)) return true;
  if (hasIsoText(value) || hasToJson(value)) return false;
  if (Array.isArray(value)) return value.every(isPlain);
  for (const name in value) if (!isPlain((value as Record<string, unknown>)[name])) return false;
  return true;
}

function copied(value: unknown): unknown {
  if (typeof value !== "object" || value === null || isBytes(value) || hasIsoText(value)) return value;
  if (hasToJson(value)) return copied(value.toJSON());
  if (Array.isArray(value)) return value.map(copied);
  return mapValues(value as Record<string, unknown>, copied);
}

function hasToJson(value: object): value is { toJSON(): unknown } {
  return typeof (value as { toJSON?: unknown }).toJSON === "function";
}

function isBytes(value: object): boolean {
  return value instanceof Blob || ArrayBuffer.isView(value);
}
