import { itemFormat } from "@counterpart/server/client-runtime/item-format";
import type {
  ApiDocument,
  Response as Documented,
  DocumentOperation,
  Schema,
} from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { essence, findMediaType, isJson } from "@counterpart/server/document/media-types";
import { own } from "@counterpart/server/document/own";
import { isBodiless, responseFor } from "@counterpart/server/document/response-for";
import { closeSchema } from "@counterpart/server/document/schemas/closed-schema";
import { createOperationTrees } from "@counterpart/server/http/operation-trees";
import { readResponseHeader } from "@counterpart/server/request/read-response-header";
import { compileSchema, faultText } from "@counterpart/server/validation/schemas/compile-schema";

/** A response and its request's method. */
export interface Answer {
  method: string;
  /** Undefined if no operation matches. */
  operation?: DocumentOperation;
  status: number;
  /** The `Content-Type` header. */
  contentType: string | undefined;
  text: string;
  /** Whether the body is valid UTF-8. Default: true. */
  isUtf8?: boolean;
  /** Keyed by lower-case name. Several `Set-Cookie` headers are separated by line breaks. */
  headers: Record<string, string>;
}

/** The part of the document that a response violates. */
type AnswerRule = "undocumented status" | "media type" | "header" | "body";

type AnswerFinding = Finding & { rule: AnswerRule };

function error(rule: AnswerRule, message: string): AnswerFinding {
  return { severity: "error", rule, message };
}

/**
 * Finds all violations of the document in a response: its status, media type, headers and body. Responses to
 * requests that no operation matches are checked against `x-unmatched`.
 */
export function answerFaults(document: ApiDocument): (answer: Answer) => AnswerFinding[] {
  const validators = new Map<object, (value: unknown) => string | undefined>();
  function validatorOf(schema: Schema): (value: unknown) => string | undefined {
    const known = validators.get(schema);
    if (known) return known;
    const validate = compileSchema(closeSchema(document, schema, "response"));
    const validator = (value: unknown) => faultText(validate(value)) || undefined;
    validators.set(schema, validator);
    return validator;
  }

  function headerFaults({ headers }: Documented, given: Record<string, string>): AnswerFinding[] {
    return Object.entries(headers).flatMap(([name, header]) => {
      const { required, schema } = header;
      const text = own(given, name.toLowerCase());
      if (text === undefined) {
        return required ? [error("header", `The header ${name} is missing.`)] : [];
      }
      const fault = validatorOf(schema)(readResponseHeader(document, name, header, text));
      return fault ? [error("header", `header ${name} (${text}): ${fault}`)] : [];
    });
  }

  return ({ method, operation, status, contentType, text, isUtf8 = true, headers }) => {
    const responses = operation ? operation.responses : document.unmatched;
    const documented = responseFor(responses, status);
    if (!documented) {
      const of = operation ? operation.operationId : "requests that no operation matches";
      const known = Object.keys(responses).join(", ");
      return [error("undocumented status", `${status} is not documented for ${of} (${known} are).`)];
    }
    const faults = headerFaults(documented, headers);
    const mediaTypes = Object.keys(documented.content);
    if (method === "HEAD" || mediaTypes.length === 0 || isBodiless(status)) {
      const why = isBodiless(status) ? "HTTP has none for this status" : "none is documented";
      if (text !== "") faults.push(error("body", `It has a body, though ${why}.`));
      return faults;
    }
    const matched = contentType === undefined ? undefined : findMediaType(mediaTypes, contentType);
    if (contentType === undefined || matched === undefined) {
      const message = `The media type is ${contentType}, documented is ${mediaTypes.join(" or ")}.`;
      return [...faults, error("media type", message)];
    }
    const notUtf8 = encodingFault({ isUtf8, headers });
    if (notUtf8) faults.push(error("body", notUtf8));
    const schema = documented.content[matched]?.schema;
    if (schema && isJson(contentType)) {
      const fault = validatorOf(schema)(parsed(text, contentType));
      if (fault) faults.push(error("body", `body: ${fault}`));
    }
    return faults;
  };
}

/** Checks the encoding of a JSON body (RFC 8259, 8.1); undefined if it is correct. */
export function encodingFault({ isUtf8, headers }: Pick<Answer, "isUtf8" | "headers">): string | undefined {
  const contentType = own(headers, "content-type");
  if (isUtf8 !== false || contentType === undefined) return undefined;
  if (!isJson(contentType) && itemFormat(essence(contentType)) === undefined) return undefined;
  return `The body isn't UTF-8, as ${essence(contentType)} has to be.`;
}

/** The body, parsed if its media type is JSON. */
export function parsed(text: string, contentType: string | undefined): unknown {
  if (!isJson(contentType)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Finds the operation for a request with the server's own routing, which decides if several paths match. */
export function operationFinder(document: ApiDocument): FindOperation {
  const read = pathReader(document);
  return (method, pathname, rest) => read(method, pathname, rest)?.operation;
}

/** Finds the operation and the path parameters as a server reads them. */
export function pathReader(document: ApiDocument): ReadPath {
  const read = readers.get(document) ?? createReader(document);
  readers.set(document, read);
  return read;
}

/** A request without its method and path. */
export interface RestOfRequest {
  /** The query with its question mark, or empty. */
  search: string;
  headers: Iterable<[name: string, value: string]>;
}

/** @param rest called if several operations have the method and path */
type FindOperation = (
  method: string,
  pathname: string,
  rest?: () => RestOfRequest,
) => DocumentOperation | undefined;

type ReadPath = (
  method: string,
  pathname: string,
  rest?: () => RestOfRequest,
) => { operation: DocumentOperation; parameters: Record<string, string> } | undefined;

/**
 * Cached, because a large document's tree takes milliseconds to build and the fuzzer needs it per operation.
 */
const readers = new WeakMap<ApiDocument, ReadPath>();

function createReader(document: ApiDocument): ReadPath {
  const { find } = createOperationTrees(document);
  return (method, pathname, rest) => {
    const found = find(method.toUpperCase(), pathname, pathname, {
      get url() {
        return pathname + (rest?.().search ?? "");
      },
      get headers() {
        const headers = [...(rest?.().headers ?? [])];
        return Object.fromEntries(headers.map(([name, value]) => [name.toLowerCase(), value]));
      },
    });
    if (!found) return undefined;
    const { operation, names } = found.place;
    const parameters = names.map((name, index) => [name, found.segments[index] ?? ""]);
    return { operation, parameters: Object.fromEntries(parameters) };
  };
}
