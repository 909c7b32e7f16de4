import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { isReadByItem } from "../document/item-stream.ts";
import type { RequestFault } from "../document/request-fault.ts";
import type { Parameters } from "../request/parameters.ts";
import { acceptsAnyRequest } from "./accepts-any-request.ts";
import type { Formats, Violation } from "./ajv-factories.ts";
import { inWords, isSmall, toFaults } from "./request-faults.ts";
import { itemSchema, requestSchema } from "./request-schema.ts";
import { headerFaultFinder, responseHeadersCheck } from "./response-headers.ts";
import {
  createResponseValidators,
  type ResponseItems,
  type ResponseValidators,
  responseCompilations,
  responseItemsOf,
  responseValidator,
} from "./response-validators.ts";
import {
  createSchemaCompiler,
  type SchemaCompiler,
  type SchemaValidator,
} from "./schemas/schema-compiler.ts";

/** A request in the parts that a document describes. */
export interface RequestInput extends Parameters {
  /** Undefined without one. */
  body?: unknown;
}

export interface OperationValidator {
  /**
   * Fills in defaults. Returns what is wrong with the request, one phrase for each violation, or undefined.
   * @param bodyType the media type of the body as the document spells it; undefined without a body
   */
  validateRequest(input: RequestInput, bodyType: string | undefined): string[] | undefined;
  /**
   * What is wrong with a request that isn't valid: all of it, but of a large request what `validateRequest` finds. At
   * most `maxFaults`.
   */
  requestFaults(input: RequestInput, bodyType: string | undefined): RequestFault[];
  /**
   * Checks one item of a body that is read item by item, and fills in defaults. Undefined for other bodies.
   * @param bodyType the media type of the body as the document spells it
   */
  requestItemCheck(bodyType: string): ((item: unknown, index: number) => CheckedItem) | undefined;
  /**
   * Returns the body as JSON text. Throws a `ContractViolation` when the document doesn't have this status, media type or
   * body. A `Date` becomes its text.
   * @param mediaType as it is sent
   */
  validateResponse(status: number, mediaType: string, body: unknown): string;
  /**
   * What judges the headers of a handler's responses with a status: it returns what is wrong, as the end of
   * `getPet answered 200, …`, or undefined.
   */
  responseHeadersCheck(status: number): (headers: Record<string, unknown>) => string | undefined;
  /**
   * The items of a response in pieces. Undefined where the document doesn't say what they are (`itemSchema`).
   */
  responseItems(status: number, mediaType: string): ResponseItems | undefined;
  /** Compiles whatever the operation's valid requests and responses need, a schema in each step. */
  compileAhead(): Iterable<void>;
}

/** An item, or what is wrong with it: in phrases, and for errors with details. */
export type CheckedItem =
  | { item: unknown; phrases?: undefined }
  | { phrases: string[]; faults: RequestFault[]; item?: undefined };

/** The validators of a document's operations. */
export interface OperationValidators extends ResponseValidators {
  (operation: DocumentOperation): OperationValidator;
}

/** Makes the validators of a document's operations. Schemas are compiled when a request first needs them. */
export function createValidators(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): OperationValidators {
  return validatorsOf(document, {
    requests: createSchemaCompiler(document, "request", { formats, isBounded: true }),
    responses: createSchemaCompiler(document, "response", { formats }),
  });
}

/** Those of webhooks and callbacks: what the API sends has what is `readOnly`, and what it gets has what is `writeOnly`. */
export function createOutgoingValidators(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): OperationValidators {
  return validatorsOf(document, {
    requests: createSchemaCompiler(document, "response", { formats, isBounded: true }),
    responses: createSchemaCompiler(document, "request", { formats }),
  });
}

interface Compilers {
  requests: SchemaCompiler;
  responses: SchemaCompiler;
}

function validatorsOf(document: ApiDocument, { requests, responses }: Compilers): OperationValidators {
  const responseParts = createResponseValidators(responses);
  const headerFault = headerFaultFinder(document, responseParts);
  const validators = new Map<DocumentOperation, OperationValidator>();
  const validatorOf = (operation: DocumentOperation): OperationValidator => {
    const known = validators.get(operation);
    if (known) return known;
    const isAnyValid = acceptsAnyRequest(document, operation);
    const of = requestValidators(document, operation, requests);
    const ofItems = itemValidators(operation, requests);
    const validator: OperationValidator = {
      validateRequest: isAnyValid
        ? () => undefined
        : (input, bodyType) => of(bodyType).firstFault(input)?.map(toPhrase),
      requestFaults: isAnyValid
        ? () => []
        : (input, bodyType) =>
            toFaults(of(bodyType)[isSmall(input) ? "allFaults" : "firstFault"](input) ?? []),
      requestItemCheck: (bodyType) => ofItems(bodyType)?.check,
      validateResponse: responseValidator(operation, responseParts),
      responseHeadersCheck: responseHeadersCheck(operation, headerFault),
      responseItems: responseItemsOf(operation, responseParts),
      *compileAhead() {
        if (!isAnyValid) yield* compileAll(bodyTypes(operation).map((bodyType) => () => of(bodyType)));
        yield* compileAll(bodyTypes(operation).flatMap((bodyType) => ofItems(bodyType)?.compile ?? []));
        yield* compileAll(responseCompilations(operation, responseParts));
      },
    };
    validators.set(operation, validator);
    return validator;
  };
  return Object.assign(validatorOf, responseParts);
}

function* compileAll(compilations: (() => SchemaValidator)[]): Iterable<void> {
  for (const compile of compilations) {
    const validator = compile();
    yield;
    yield* validator.compileReferences();
  }
}

/** Those that requests may have; undefined without a body. */
function bodyTypes({ requestBody }: DocumentOperation): (string | undefined)[] {
  const types = Object.keys(requestBody?.content ?? {});
  return requestBody?.required ? types : [undefined, ...types];
}

function requestValidators(document: ApiDocument, operation: DocumentOperation, { compile }: SchemaCompiler) {
  const byBodyType = new Map<string | undefined, SchemaValidator>();
  return (bodyType: string | undefined): SchemaValidator => {
    return getOrMake(byBodyType, bodyType, () => compile(requestSchema(document, operation, bodyType)));
  };
}

/** For bodies that are read item by item. */
function itemValidators({ requestBody }: DocumentOperation, { compile }: SchemaCompiler) {
  const known = new Map<string, SchemaValidator>();
  return (bodyType = "") => {
    const mediaType = requestBody?.content[bodyType];
    if (!isReadByItem(bodyType, mediaType)) return undefined;
    const validator = (): SchemaValidator => {
      return getOrMake(known, bodyType, () => compile(itemSchema(mediaType)));
    };
    const check = (item: unknown, index: number): CheckedItem => {
      const input = { item };
      const { firstFault, allFaults } = validator();
      const violations = firstFault(input);
      if (!violations) return input;
      const all = isSmall(item) ? allFaults({ item }) : violations;
      const placed = (one: Violation) => ({
        ...one,
        path: one.path.replace(/^\/item/, `/body/${index}`),
        pointer: one.pointer.replace(/^\/item/, `/body/${index}`),
      });
      return { phrases: violations.map(placed).map(toPhrase), faults: toFaults((all ?? []).map(placed)) };
    };
    return { check, compile: validator };
  };
}

/** `/body/quantity must be >= 1` becomes `body.quantity must be >= 1`. */
function toPhrase({ path, message }: Violation): string {
  return `${path.slice(1).replaceAll("/", ".")} ${inWords(message)}`.trim();
}
