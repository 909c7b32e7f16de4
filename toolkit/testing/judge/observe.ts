import { itemFormat } from "@counterpart/client/messages";
import type { ApiDocument, MediaType, Response } from "@counterpart/server/document";
import type { Severity } from "@counterpart/server/findings";
import { pointerParts } from "@counterpart/server/values";
import { type DecodedBytes, decodeBytes } from "./decode-content.ts";
import { documentedMedia, documentedResponse, isJsonType } from "./document/choose-response.ts";
import { methodsFinder, pathReader } from "./document/find-operation.ts";
import { createResponseChecks } from "./document/schema-faults.ts";
import {
  type Exchange,
  headerValues,
  type ObservedRequest,
  type SentRequest,
  targetParts,
} from "./exchange.ts";
import type { Span } from "./history/may-change.ts";
import { type JsonReading, readJson } from "./read-json.ts";
import { createCallerNames } from "./request/credentials.ts";
import { requestFaultFinder } from "./request/request-faults.ts";

/** What a rule found in an exchange. */
export interface Fault {
  /** The part of the exchange, without values, such as `body/items/0/id`, `header ETag` or `query limit`. */
  place?: string;
  message: string;
  /** Default: that of the rule. */
  severity?: Severity;
}

/** A document, prepared for reading exchanges. */
type Reading = ReturnType<typeof createReading>;

export function createReading(document: ApiDocument) {
  return {
    document,
    pathOf: pathReader(document),
    methodsAt: methodsFinder(document),
    isLeftOut: leftOutFinder(document),
    checks: createResponseChecks(document),
    requestFaults: requestFaultFinder(document),
    nameCaller: createCallerNames(),
  };
}

/** An exchange, read once for all rules. */
export interface Observed extends ObservedRequest, Reading {
  exchange: Exchange;
  span: Span;
  status: number;
  /** Names the credentials of the request, as a hash; empty if it has none. */
  caller: string;
  /** By lower-case name. */
  responseHeaders: Map<string, string>;
  contentType: string | undefined;
  /** The response that the document describes for the status. */
  documented: Response | undefined;
  /** The documented media type that the response has. */
  media: MediaType | undefined;
  /** The response's body after decompression; undefined if it wasn't kept. */
  content: DecodedBytes | undefined;
  /** The body of JSON and of streams of items; empty for others. */
  text: string;
  /** Undefined if the body isn't declared as JSON, is empty, or wasn't kept. */
  json: JsonReading | undefined;
}

export function observeRequest(reading: Reading, request: SentRequest): ObservedRequest {
  const method = request.method.toUpperCase();
  const { pathname, search } = targetParts(request.target);
  const found = reading.pathOf(method, pathname, () => ({ search, headers: request.headers }));
  return {
    document: reading.document,
    request,
    method,
    pathname,
    search,
    requestHeaders: headerValues(request.headers),
    operation: found?.operation,
    pathParameters: found?.parameters ?? {},
  };
}

export function observe(reading: Reading, exchange: Exchange, span: Span): Observed {
  const { request, response } = exchange;
  const observed = observeRequest(reading, request);
  const { status } = response;
  const responses = observed.operation ? observed.operation.responses : reading.document.unmatched;
  const documented = documentedResponse(responses, status);
  const responseHeaders = headerValues(response.headers);
  const contentType = responseHeaders.get("content-type");
  const content =
    response.body &&
    decodeBytes(response.body, response.isDecoded ? "" : responseHeaders.get("content-encoding"));
  const isReadable = content !== undefined && content.codingFault === undefined;
  const isText = isJsonType(contentType) || itemFormat(contentType ?? "") !== undefined;
  const text = isReadable && isText ? content.bytes.toString() : "";
  return {
    ...reading,
    ...observed,
    exchange,
    span,
    status,
    caller: reading.nameCaller(observed),
    responseHeaders,
    contentType,
    documented,
    media: documented && documentedMedia(documented.content, contentType),
    content,
    text,
    json: text !== "" && isJsonType(contentType) ? readJson(text) : undefined,
  };
}

/** Finds out whether a request is for an operation that can't be served, and so can't be judged. */
function leftOutFinder({ leftOut }: Pick<ApiDocument, "leftOut">) {
  const places = leftOut.flatMap(({ pointer }) => {
    const [kind, path, method] = pointerParts(pointer);
    return kind === "paths" && path !== undefined ? [{ pattern: patternOf(path), method }] : [];
  });
  return (method: string, pathname: string) =>
    places.some(
      (place) =>
        (place.method === undefined || place.method.toUpperCase() === method) && place.pattern.test(pathname),
    );
}

/** Matches the end, since a server's base path may come before it. */
function patternOf(path: string): RegExp {
  const segments = path.split(/\{[^}]*\}/).map((text) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`${segments.join("[^/]+")}$`);
}
