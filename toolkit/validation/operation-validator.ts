import type { ApiDocument, DocumentOperation, MediaType } from "../document/document.ts";
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
import { createSchemaCompiler, type SchemaCompiler, type Validate } from "./schema-compiler.ts";

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

/** The validator of an operation of the document. */
export type OperationValidators = (operation: DocumentOperation) => OperationValidator;

/** Makes the validators of a document's operations. Schemas are compiled when a request first needs them. */
export function createValidators(
  document: ApiDocument,
  { formats = {} }: { formats?: Formats } = {},
): OperationValidators {
  return validatorsOf(document, {
    requests: createSchemaCompiler(document, "request", formats),
    responses: createSchemaCompiler(document, "response", formats),
    allFaults: () => createSchemaCompiler(document, "request", formats, { findsAll: true }),
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
    allFaults: () => createSchemaCompiler(document, "response", formats, { findsAll: true }),
  });
}

interface Compilers {
  requests: SchemaCompiler;
  responses: SchemaCompiler;
  /** Made when a request first is invalid. */
  allFaults: () => SchemaCompiler;
}

function validatorsOf(
  document: ApiDocument,
  { requests, responses, allFaults }: Compilers,
): OperationValidators {
  let finder: SchemaCompiler | undefined;
  const faultFinder = () => {
    finder ??= allFaults();
    return finder;
  };
  const validateBody = bodyValidator(responses);
  const validateItem = itemValidator(responses);
  const validators = new Map<DocumentOperation, OperationValidator>();
  return (operation) => {
    const known = validators.get(operation);
    if (known) return known;
    const isAnyValid = acceptsAnyRequest(document, operation);
    const findFirst = requestViolations(operation, () => requests);
    const findAll = requestViolations(operation, faultFinder);
    const validator: OperationValidator = {
      validateRequest: isAnyValid
        ? () => undefined
        : (input, bodyType) => findFirst(input, bodyType)?.map(toPhrase),
      requestFaults: isAnyValid
        ? () => []
        : (input, bodyType) => toFaults((isSmall(input) ? findAll : findFirst)(input, bodyType) ?? []),
      validateResponse: responseValidator(operation, validateBody),
      itemCheck: itemChecker(operation, validateItem),
    };
    validators.set(operation, validator);
    return validator;
  };
}

function requestViolations(operation: DocumentOperation, compiler: () => SchemaCompiler) {
  const byBodyType = new Map<string | undefined, Validate>();
  return (input: RequestInput, bodyType: string | undefined): Violation[] | undefined => {
    let validate = byBodyType.get(bodyType);
    if (!validate) {
      validate = compiler().compile(requestSchema(operation, bodyType));
      byBodyType.set(bodyType, validate);
    }
    return validate(input);
  };
}

type ValidateBody = (documented: MediaType, sent: { body: unknown }) => Violation[] | undefined;

/** Operations share responses, such as those of errors, so compiled schemas are kept for the whole document. */
function bodyValidator({ compile }: SchemaCompiler): ValidateBody {
  const byMediaType = new WeakMap<MediaType, Validate>();
  return (documented, sent) => {
    let validate = byMediaType.get(documented);
    if (!validate) {
      validate = compile({ properties: { body: documented.schema ?? {} } });
      byMediaType.set(documented, validate);
    }
    return validate(sent);
  };
}

type ValidateItem = (documented: MediaType, sent: { item: unknown }) => Violation[] | undefined;

function itemValidator({ compile }: SchemaCompiler): ValidateItem {
  const byMediaType = new WeakMap<MediaType, Validate>();
  return (documented, sent) => {
    const validate =
      byMediaType.get(documented) ?? compile({ properties: { item: documented.itemSchema ?? {} } });
    byMediaType.set(documented, validate);
    return validate(sent);
  };
}

function itemChecker(
  operation: DocumentOperation,
  validateItem: ValidateItem,
): OperationValidator["itemCheck"] {
  return (status, mediaType) => {
    const content = responseFor(operation.responses, status)?.content ?? {};
    const documented = mediaTypeOf(content, mediaType);
    if (!documented || !hasItems(mediaType, documented)) return undefined;
    return (item) => {
      const violations = validateItem(documented, { item });
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
  validateBody: ValidateBody,
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
    const violations = validateBody(documented, sent);
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
