import type { ApiDocument } from "@counterpart/server/document";
import { toExchange } from "../checks/exchange.ts";
import { contractObserver } from "../coverage/contract-coverage.ts";
import { countCoverage, noTraffic } from "../coverage/traffic.ts";
import { decodeContent } from "../judge/decode-content.ts";
import { headerValues, targetParts } from "../judge/exchange.ts";
import type { Observed } from "./observer.ts";

/** Counts what traffic has covered of a document, like tests do. */
export function createCoverageCounter(document: ApiDocument) {
  const traffic = noTraffic();
  const sightingOf = contractObserver(document);
  const operations = new Map(document.operations.map((operation) => [operation.operationId, operation]));
  return {
    traffic,
    add({ exchange, operationId, findings, isLater }: Observed) {
      const { request, response } = exchange;
      // Only what conforms covers the document.
      if (isLater || !response || findings.some(({ severity }) => severity === "error")) return;
      const { pathname, search } = targetParts(request.target);
      const operation = operationId === undefined ? undefined : operations.get(operationId);
      const requestHeaders = Object.fromEntries(headerValues(request.headers));
      const headers = Object.fromEntries(headerValues(response.headers));
      const textOf = (body: Buffer | undefined, coding: string | undefined) =>
        body && decodeContent(body, coding).text;
      const sent = {
        method: request.method,
        pathname,
        search,
        headers: requestHeaders,
        body: textOf(request.body, requestHeaders["content-encoding"]),
      };
      const text = textOf(response.body, response.isDecoded ? "" : headers["content-encoding"]) ?? "";
      const received = { status: response.status, headers, text };
      const sighting = sightingOf(toExchange(sent, received, operation));
      countCoverage(sighting, traffic);
    },
  };
}
