import type { ApiDocument } from "@counterpart/server/document/document";
import { parsed } from "../checks/answer-faults.ts";
import { decodeContent } from "../checks/decode-content.ts";
import { contractObserver } from "../coverage/contract-coverage.ts";
import { countSighting, noTraffic, type Traffic } from "../coverage/traffic.ts";
import { headerValues } from "../judge/exchange.ts";
import type { Observed } from "./observer.ts";
import { splitTarget } from "./split-target.ts";

/** Counts what traffic has covered of a document, like tests do. */
export interface CoverageCounter {
  traffic: Traffic;
  add(observed: Observed): void;
}

export function createCoverageCounter(document: ApiDocument): CoverageCounter {
  const traffic = noTraffic();
  const sightingOf = contractObserver(document);
  const operations = new Map(document.operations.map((operation) => [operation.operationId, operation]));
  return {
    traffic,
    add({ exchange, operationId, findings, isLater }) {
      const { request, response } = exchange;
      // Only what conforms covers the document.
      if (isLater || !response || findings.some(({ severity }) => severity === "error")) return;
      const { pathname, search } = splitTarget(request.target);
      const operation = operationId === undefined ? undefined : operations.get(operationId);
      const requestHeaders = Object.fromEntries(headerValues(request.headers));
      const headers = Object.fromEntries(headerValues(response.headers));
      const contentType = headers["content-type"];
      const textOf = (body: Buffer | undefined, coding: string | undefined) =>
        body && decodeContent(body, coding).text;
      const sighting = sightingOf({
        method: request.method,
        path: pathname,
        query: search,
        ...(operation && { operation }),
        requestBody: textOf(request.body, requestHeaders["content-encoding"]),
        requestHeaders,
        status: response.status,
        mediaType: contentType?.split(";")[0]?.trim(),
        body: parsed(textOf(response.body, headers["content-encoding"]) ?? "", contentType),
        headers,
      });
      countSighting(sighting, traffic);
    },
  };
}
