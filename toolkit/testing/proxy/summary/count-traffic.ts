import {
  type ApiDocument,
  type DocumentOperation,
  findMediaType,
  type Response,
  responseKey,
} from "@counterpart/server/document";
import { headerValues, targetParts } from "../../judge/exchange.ts";
import { templateOf } from "../../judge/template-of.ts";
import type { Observed } from "../observer.ts";

/** What passed, in numbers. */
export interface TrafficCount {
  requests: number;
  operations: OperationCount[];
  /** Requests that match no operation. */
  unmatched: UnmatchedCount[];
  /** Further ones that aren't listed. */
  furtherUnmatched: number;
  slowest: SlowResponse[];
}

export interface OperationCount {
  operation: DocumentOperation;
  requests: number;
  /** Requests without a response: the proxy refused them, or the server sent none. */
  unanswered: number;
  statuses: Map<number, number>;
  responses: ResponseCount[];
  slowestMs: number;
}

/** A documented response. */
export interface ResponseCount {
  /** `200`, `4XX` or `default`. */
  key: string;
  count: number;
  /** Documented ones and how often they occurred, in the document's spelling. */
  mediaTypes: Map<string, number>;
  headers: Map<string, number>;
}

export interface UnmatchedCount {
  method: string;
  /** Without the segments that look like ids. */
  path: string;
  requests: number;
  statuses: Map<number, number>;
}

/** Bounds the memory for clients that send requests to any path. */
const maxUnmatched = 200;
const maxPathLength = 200;

export function createTrafficCounter(document: ApiDocument) {
  const operations = new Map(
    document.operations.map((operation) => [operation.operationId, emptyCount(operation)]),
  );
  const unmatched = new Map<string, UnmatchedCount>();
  const slowest = slowestFirst();
  let requests = 0;
  let furtherUnmatched = 0;

  function unmatchedOf(method: string, path: string): UnmatchedCount | undefined {
    const key = `${method} ${path}`;
    const known = unmatched.get(key);
    if (known || unmatched.size === maxUnmatched) return known;
    const added = { method, path, requests: 0, statuses: new Map() };
    unmatched.set(key, added);
    return added;
  }

  return {
    add({ exchange, operationId, isLater }: Observed) {
      if (isLater) return;
      requests++;
      const { request, response, durationMs } = exchange;
      const operation = operationId === undefined ? undefined : operations.get(operationId);
      const sentPath = templateOf(targetParts(request.target).pathname).slice(0, maxPathLength);
      const path = operation?.operation.path ?? sentPath;
      if (response) slowest.add({ method: request.method, path, status: response.status, durationMs });
      if (operation) {
        countExchange(operation, exchange);
        return;
      }
      const counted = unmatchedOf(request.method, path);
      if (!counted) furtherUnmatched++;
      else {
        counted.requests++;
        if (response) increase(counted.statuses, response.status);
      }
    },
    count: (): TrafficCount => ({
      requests,
      operations: [...operations.values()],
      unmatched: [...unmatched.values()],
      furtherUnmatched,
      slowest: slowest.list(),
    }),
  };
}

function emptyCount(operation: DocumentOperation): OperationCount {
  const responses = Object.entries(operation.responses).map(([key, { headers, content }]) => ({
    key,
    count: 0,
    mediaTypes: zeroes(content),
    headers: zeroes(headers),
  }));
  return { operation, requests: 0, unanswered: 0, statuses: new Map(), responses, slowestMs: 0 };
}

function zeroes(documented: Response["content"] | Response["headers"]): Map<string, number> {
  return new Map(Object.keys(documented).map((name) => [name, 0]));
}

function countExchange(count: OperationCount, { response, durationMs }: Observed["exchange"]): void {
  count.requests++;
  if (!response) {
    count.unanswered++;
    return;
  }
  count.slowestMs = Math.max(count.slowestMs, durationMs);
  increase(count.statuses, response.status);
  const key = responseKey(count.operation.responses, response.status);
  const documented = count.responses.find((one) => one.key === key);
  if (!documented) return;
  documented.count++;
  const received = headerValues(response.headers);
  const contentType = received.get("content-type");
  const mediaType =
    contentType === undefined ? undefined : findMediaType([...documented.mediaTypes.keys()], contentType);
  if (mediaType !== undefined) increase(documented.mediaTypes, mediaType);
  for (const name of documented.headers.keys()) {
    if (received.has(name.toLowerCase())) increase(documented.headers, name);
  }
}

function increase<Key>(counts: Map<Key, number>, key: Key): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

export interface SlowResponse {
  method: string;
  path: string;
  status: number;
  durationMs: number;
}

const kept = 10;

/** Keeps the slowest responses. */
function slowestFirst(): { add(response: SlowResponse): void; list(): SlowResponse[] } {
  let slowest: SlowResponse[] = [];
  return {
    add(response) {
      const last = slowest.at(-1);
      if (slowest.length === kept && last && response.durationMs <= last.durationMs) return;
      slowest = [...slowest, response].sort((one, other) => other.durationMs - one.durationMs).slice(0, kept);
    },
    list: () => slowest,
  };
}
