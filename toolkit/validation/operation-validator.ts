import type { ApiDocument, DocumentOperation, Header, MediaType } from "../document/document.ts";
import { hasItems } from "../document/item-stream.ts";
import { essence, isJson, matchesMediaType } from "../document/media-types.ts";
import type { RequestFault } from "../document/request-fault.ts";
import { responseFor } from "../document/response-for.ts";
import type { Parameters } from "../request/parameters.ts";
import { acceptsAnyRequest } from "./accepts-any-request.ts";
import type { Formats, Violation } from "./ajv-factories.ts";
import { ContractViolation } from "./contract-violation.ts";
import { inWords, isSmall, toFaults } from "./request-faults.ts";
import { requestSchema } from "./request-schema.ts";
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
   * Returns the body as JSON text. Throws a `ContractViolation` when the document doesn't have this status, media type or
   * body. A `Date` becomes its text.
   * @param mediaType as it is sent
   */
  validateResponse(status: number, mediaType: string, body: unknown): string;
  /**
   * Checks one item of a response in pieces, and throws a `ContractViolation`. Undefined where the document doesn't say
   * what the items are (`itemSchema`).
   */
  itemCheck(status: number, mediaType: string): ((item: unknown) => void) | undefined;
}

/** The validators of a document's operations. */
export interface OperationValidators {
  (operation: DocumentOperation): OperationValidator;
  /** Of `{body}`, in a response. */
  responseBody(documented: MediaType): SchemaValidator;
  /** Of `{value}`, in a response. */
  responseHeader(documented: Header): SchemaValidator;
}

/** Makes the validators of a document's operations. Schemas are compiled when a request first needs them. */
export function createValidators(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): OperationValidators {
  return validatorsOf(document, {
    requests: createSchemaCompiler(document, "request", formats),
    responses: createSchemaCompiler(document, "response", formats),
  });
}

/** Those of webhooks and callbacks: what the API sends has what is `readOnly`, and what it gets has what is `writeOnly`. */
export function createOutgoingValidators(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): OperationValidators {
  return validatorsOf(document, {
    requests: createSchemaCompiler(document, "response", formats),
    responses: createSchemaCompiler(document, "request", formats),
  });
}

interface Compilers {
  requests: SchemaCompiler;
  responses: SchemaCompiler;
}

function validatorsOf(document: ApiDocument, { requests, responses }: Compilers): OperationValidators {
  const responseBody = once(({ schema = {} }: MediaType) =>
    responses.compile({ properties: { body: schema } }),
  );
  const responseHeader = once(({ schema }: Header) => responses.compile({ properties: { value: schema } }));
  const responseItem = once(({ itemSchema = {} }: MediaType) =>
    responses.compile({ properties: { item: itemSchema } }),
  );
  const validators = new Map<DocumentOperation, OperationValidator>();
  const validatorOf = (operation: DocumentOperation): OperationValidator => {
    const known = validators.get(operation);
    if (known) return known;
    const isAnyValid = acceptsAnyRequest(document, operation);
    const of = requestValidators(operation, requests);
    const validator: OperationValidator = {
      validateRequest: isAnyValid
        ? () => undefined
        : (input, bodyType) => of(bodyType).firstFault(input)?.map(toPhrase),
      requestFaults: isAnyValid
        ? () => []
        : (input, bodyType) =>
            toFaults(of(bodyType)[isSmall(input) ? "allFaults" : "firstFault"](input) ?? []),
      validateResponse: responseValidator(operation, responseBody),
      itemCheck: itemChecker(operation, responseItem),
    };
    validators.set(operation, validator);
    return validator;
  };
  return Object.assign(validatorOf, { responseBody, responseHeader });
}

function requestValidators(operation: DocumentOperation, { compile }: SchemaCompiler) {
  const byBodyType = new Map<string | undefined, SchemaValidator>();
  return (bodyType: string | undefined): SchemaValidator => {
    const validator = byBodyType.get(bodyType) ?? compile(requestSchema(operation, bodyType));
    byBodyType.set(bodyType, validator);
    return validator;
  };
}

/** Operations share what they document, such as the responses of errors. */
function once<Documented extends object>(compile: (documented: Documented) => SchemaValidator) {
  const known = new WeakMap<Documented, SchemaValidator>();
  return (documented: Documented): SchemaValidator => {
    let validator = known.get(documented);
    if (!validator) {
      validator = compile(documented);
      known.set(documented, validator);
    }
    return validator;
  };
}

type ValidatorOf = OperationValidators["responseBody"];

function itemChecker(
  operation: DocumentOperation,
  validatorOf: ValidatorOf,
): OperationValidator["itemCheck"] {
  return (status, mediaType) => {
    const content = responseFor(operation.responses, status)?.content ?? {};
    const documented = mediaTypeOf(content, mediaType);
    if (!documented || !hasItems(mediaType, documented)) return undefined;
    return (item) => {
      const violations = validatorOf(documented).firstFault({ item });
      if (!violations) return;
      const faults = violations.map(({ path, message }) => `${path} ${message}`).join("; ");
      throw new ContractViolation(
        `${operation.operationId} answered ${status}, but in its stream ${faults}.`,
      );
    };
  };
}

function responseValidator(
  operation: DocumentOperation,
  validatorOf: ValidatorOf,
): OperationValidator["validateResponse"] {
  return (status, mediaType, body) => {
    const fail = (fault: string) =>
      new ContractViolation(`${operation.operationId} answered ${status}, ${fault}.`);
    const response = responseFor(operation.responses, status);
    if (!response) throw fail("which it doesn't document");
    const documented = mediaTypeOf(response.content, mediaType);
    if (!documented) throw fail(`as ${mediaType}, which it doesn't document`);
    if (!isJson(mediaType)) throw fail(`as ${mediaType}, but the body is neither text nor bytes`);
    if (body === undefined || body === null) throw fail("without the documented body");
    const sent = { body };
    const violations = validatorOf(documented).firstFault(sent);
    if (violations) {
      throw fail(`but ${violations.map(({ path, message }) => `${path} ${message}`).join("; ")}`);
    }
    return JSON.stringify(sent.body);
  };
}

/** As it is documented word for word, then without parameters, then by a range such as `application/*`. */
function mediaTypeOf(content: Record<string, MediaType>, mediaType: string): MediaType | undefined {
  if (Object.hasOwn(content, mediaType)) return content[mediaType];
  const documented = Object.keys(content);
  const match =
    documented.find((one) => essence(one) === essence(mediaType)) ??
    documented.find((one) => matchesMediaType(one, mediaType));
  return match === undefined ? undefined : content[match];
}

/** `/body/quantity must be >= 1` becomes `body.quantity must be >= 1`. */
function toPhrase({ path, message }: Violation): string {
  return `${path.slice(1).replaceAll("/", ".")} ${inWords(message)}`.trim();
}
