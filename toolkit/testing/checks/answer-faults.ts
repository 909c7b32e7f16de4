import { itemFormat } from "@counterpart/server/client-runtime/item-format";
import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import type { Finding } from "@counterpart/server/document/findings/finding";
import { getOrMake } from "@counterpart/server/document/get-or-make";
import { essence, findMediaType, isJson } from "@counterpart/server/document/media-types";
import { own } from "@counterpart/server/document/own";
import { isBodiless, responseFor } from "@counterpart/server/document/response-for";
import { createOperationTrees, type OperationTrees } from "@counterpart/server/http/operation-trees";
import { faultText } from "@counterpart/server/validation/schemas/compile-schema";
import { createResponseChecks } from "./response-checks.ts";

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
  const checks = createResponseChecks(document);

  return ({ method, operation, status, contentType, text, isUtf8 = true, headers }) => {
    const responses = operation ? operation.responses : document.unmatched;
    const documented = responseFor(responses, status);
    if (!documented) {
      const of = operation ? operation.operationId : "requests that no operation matches";
      const known = Object.keys(responses).join(", ");
      return [error("undocumented status", `${status} is not documented for ${of} (${known} are).`)];
    }
    const faults = checks.headerFaults(documented, headers).map(({ name, text: given, errors }) => {
      if (given === undefined) return error("header", `The header ${name} is missing.`);
      return error("header", `header ${name} (${given}): ${faultText(errors)}`);
    });
    const mediaTypes = Object.keys(documented.content);
    if (method === "HEAD" || mediaTypes.length === 0 || isBodiless(status)) {
      const why = isBodiless(status) ? "HTTP has none for this status" : "none is documented";
      if (text !== "") faults.push(error("body", `It has a body, though ${why}.`));
      return faults;
    }
    const matched = contentType === undefined ? undefined : findMediaType(mediaTypes, contentType);
    if (contentType === undefined || matched === undefined) {
      const message = `The media type is ${contentType}, but ${mediaTypes.join(" or ")} is documented.`;
      return [...faults, error("media type", message)];
    }
    const notUtf8 = encodingFault({ isUtf8, headers });
    if (notUtf8) faults.push(error("body", notUtf8));
    const schema = documented.content[matched]?.schema;
    if (schema && isJson(contentType)) {
      const fault = faultText(checks.bodyErrors(schema, parsed(text, contentType)));
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
  return `The body isn't UTF-8, as ${essence(contentType)} requires.`;
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
  const { find } = treesOf(document);
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

/** Finds the documented methods of a path, in capitals; none for an undocumented path. */
export function methodsFinder(document: ApiDocument): (pathname: string) => string[] {
  const { methodsAt } = treesOf(document);
  return (pathname) => methodsAt(pathname, pathname).methods;
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
 * Cached, because a large document's trees take milliseconds to build and the fuzzer needs them per operation.
 */
const trees = new WeakMap<ApiDocument, OperationTrees>();

function treesOf(document: ApiDocument): OperationTrees {
  return getOrMake(trees, document, () => createOperationTrees(document));
}
