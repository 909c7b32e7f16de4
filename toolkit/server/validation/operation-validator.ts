import type { ApiDocument, DocumentOperation, Header } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { isReadByItem } from "../document/item-stream.ts";
import type { RequestFault } from "../document/request-fault.ts";
import type { Direction } from "../document/schemas/closed-schema.ts";
import type { Parameters } from "../request/parameters.ts";
import { acceptsAnyRequest } from "./accepts-any-request.ts";
import type { Violation } from "./ajv-factories.ts";
import { placesInParts } from "./array-place.ts";
import { inWords, isSmall, toFaults } from "./request-faults.ts";
import { itemSchema, requestSchema } from "./request-schema.ts";
import { headerAsSent, headerFaultFinder } from "./response-headers.ts";
import {
  type CheckedArray,
  createResponseValidators,
  type Report,
  type ResponseFault,
  type ResponseItems,
  type ResponseValidators,
  responseCompilations,
  responseHeadersCheck,
  responseItemsOf,
  responseValidator,
} from "./response-validators.ts";
import type { Formats } from "./schemas/format-test.ts";
import {
  createSchemaCompiler,
  type SchemaCompiler,
  type SchemaValidator,
} from "./schemas/schema-compiler.ts";
import type { WrittenValidators } from "./schemas/written-validators.ts";

/** A request, split into the parts that a document describes. */
export interface RequestInput extends Parameters {
  /** Undefined without a body. */
  body?: unknown;
}

export interface OperationValidator {
  /**
   * Validates a request and fills in defaults.
   * @param bodyType the media type of the body as the document spells it; undefined without a body
   * @returns one phrase per violation, or undefined for a valid request
   */
  validateRequest(input: RequestInput, bodyType: string | undefined): string[] | undefined;
  /**
   * Lists the faults of an invalid request, at most `maxFaults`. Large requests only get the faults that
   * `validateRequest` finds.
   */
  requestFaults(input: RequestInput, bodyType: string | undefined): RequestFault[];
  /** Whether the request is valid apart from texts that an earlier version may have stored. */
  isValidAsStored(input: RequestInput, bodyType: string | undefined): boolean;
  /**
   * Returns a function that checks an item of a streamed body and fills in defaults; undefined for other
   * bodies.
   * @param bodyType the media type of the body as the document spells it
   */
  requestItemCheck(bodyType: string): ((item: unknown, index: number) => CheckedItem) | undefined;
  /**
   * Validates a response body and serializes it as JSON. A `Date` becomes text.
   * @param mediaType as it is sent
   * @param report receives violations by stored texts, which are thrown without it
   * @param array one whose items aren't validated again
   * @throws ContractViolation if the document doesn't describe this status, media type or body
   */
  validateResponse(
    status: number,
    mediaType: string,
    body: unknown,
    report?: Report,
    array?: CheckedArray,
  ): string;
  /**
   * Returns a check for the headers of a handler's responses with a status. The check returns the fault as
   * the end of `getPet answered 200, …`, or undefined.
   */
  responseHeadersCheck(status: number): (headers: Record<string, unknown>) => ResponseFault | undefined;
  /** Returns the value of a documented header as it is sent: a `Date` becomes the text of its format. */
  headerAsSent(header: Header, value: unknown): unknown;
  /** The items of a streamed response. Undefined if the document doesn't describe them (`itemSchema`). */
  responseItems(status: number, mediaType: string): ResponseItems | undefined;
  /** Compiles everything that valid requests and responses of the operation need, one schema per step. */
  compileAhead(): Iterable<void>;
}

/** A valid item, or its faults: as phrases, and as details for the error body. */
export type CheckedItem =
  | { item: unknown; phrases?: undefined }
  | { phrases: string[]; faults: RequestFault[]; item?: undefined };

export interface OperationValidators extends ResponseValidators {
  (operation: DocumentOperation): OperationValidator;
}

/** Without custom formats, all servers of a document in this process share its validators. */
const shared = new WeakMap<ApiDocument, OperationValidators>();

interface ValidatorOptions {
  formats?: Formats | undefined;
  written?: WrittenValidators | undefined;
}

/** Returns the validators of a document's operations. Schemas that aren't written are compiled on first use. */
export function createValidators(document: ApiDocument, options: ValidatorOptions = {}): OperationValidators {
  const create = () => validatorsOf(document, "request", "response", options);
  const isUsual = options.formats === undefined && options.written === undefined;
  return isUsual ? getOrMake(shared, document, create) : create();
}

/**
 * Creates the validators of webhooks and callbacks. Here the API is the sender: its requests may have
 * `readOnly` properties and the responses it receives `writeOnly` ones.
 */
export function createOutgoingValidators(
  document: ApiDocument,
  options: ValidatorOptions = {},
): OperationValidators {
  return validatorsOf(document, "response", "request", options);
}

function validatorsOf(
  document: ApiDocument,
  sent: Direction,
  answered: Direction,
  options: ValidatorOptions,
): OperationValidators {
  const requests = createSchemaCompiler(document, sent, { ...options, isBounded: true });
  const responses = createSchemaCompiler(document, answered, options);
  const responseParts = createResponseValidators(document, responses);
  const headerFault = headerFaultFinder(document, responseParts);
  const asSent = headerAsSent(responseParts);
  const validators = new Map<DocumentOperation, OperationValidator>();
  const create = (operation: DocumentOperation): OperationValidator => {
    const isAnyValid = acceptsAnyRequest(document, operation);
    const of = requestValidators(document, operation, requests);
    const ofItems = itemValidators(operation, requests);
    // The second look at a large invalid request would cost as much as the first.
    const firstFaults = new WeakMap<RequestInput, Violation[]>();
    const firstFault = (input: RequestInput, bodyType: string | undefined): Violation[] | undefined => {
      const found = of(bodyType).firstFault(input);
      if (found) firstFaults.set(input, found);
      return found;
    };
    return {
      validateRequest: isAnyValid
        ? () => undefined
        : (input, bodyType) => firstFault(input, bodyType)?.map(toPhrase),
      requestFaults: isAnyValid
        ? () => []
        : (input, bodyType) =>
            toFaults(
              (isSmall(input)
                ? of(bodyType).allFaults(input)
                : (firstFaults.get(input) ?? of(bodyType).firstFault(input))) ?? [],
            ),
      isValidAsStored: (input, bodyType) => of(bodyType).isValidAsStored(input),
      requestItemCheck: (bodyType) => ofItems(bodyType)?.check,
      validateResponse: responseValidator(operation, responseParts),
      responseHeadersCheck: responseHeadersCheck(operation, headerFault),
      headerAsSent: asSent,
      responseItems: responseItemsOf(operation, responseParts),
      *compileAhead() {
        if (!isAnyValid) yield* compileAll(bodyTypes(operation).map((bodyType) => () => of(bodyType)));
        yield* compileAll(bodyTypes(operation).flatMap((bodyType) => ofItems(bodyType)?.compile ?? []));
        yield* compileAll(responseCompilations(operation, responseParts));
        yield* compileAll(aroundParts(document, operation, responseParts));
      },
    };
  };
  const validatorOf = (operation: DocumentOperation) =>
    getOrMake(validators, operation, () => create(operation));
  return Object.assign(validatorOf, responseParts);
}

/** The validators around arrays that are sent from parts. */
function aroundParts(
  document: ApiDocument,
  { responses }: DocumentOperation,
  { aroundArray }: ResponseValidators,
): (() => SchemaValidator)[] {
  return Object.values(responses)
    .flatMap(({ content }) => Object.values(content))
    .flatMap((media) =>
      placesInParts(document, media.schema).map((names) => () => aroundArray(media, names).validator),
    );
}

function* compileAll(compilations: (() => SchemaValidator)[]): Iterable<void> {
  for (const compile of compilations) {
    const validator = compile();
    yield;
    yield* validator.compileReferences();
  }
}

/** The media types that request bodies may have; undefined represents a request without a body. */
function bodyTypes({ requestBody }: DocumentOperation): (string | undefined)[] {
  const types = Object.keys(requestBody?.content ?? {});
  return requestBody?.required ? types : [undefined, ...types];
}

function requestValidators(document: ApiDocument, operation: DocumentOperation, { compile }: SchemaCompiler) {
  const byBodyType = new Map<string | undefined, SchemaValidator>();
  return (bodyType: string | undefined): SchemaValidator =>
    getOrMake(byBodyType, bodyType, () => compile(requestSchema(document, operation, bodyType)));
}

/** Validators for the items of streamed bodies. */
function itemValidators({ requestBody }: DocumentOperation, { compile }: SchemaCompiler) {
  const known = new Map<string, SchemaValidator>();
  const streamed = new Map(Object.entries(requestBody?.content ?? {}).filter((one) => isReadByItem(...one)));
  return (bodyType = "") => {
    const mediaType = streamed.get(bodyType);
    if (!mediaType) return undefined;
    const validator = () => getOrMake(known, bodyType, () => compile(itemSchema(mediaType)));
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
