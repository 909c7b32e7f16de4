import {
  type ApiDocument,
  type DocumentOperation,
  responseFor,
  takesIdempotencyKey,
} from "@counterpart/server/document";
import { someOf } from "./report/advice.ts";

/** Statuses that frameworks and proxies answer automatically for any operation, with descriptions. */
const frameworkStatuses: Record<number, string> = {
  400: "Invalid request.",
  401: "Missing or invalid credentials.",
  404: "Not found.",
  405: "Method not allowed.",
  409: "The Idempotency-Key was sent with another request.",
  413: "The body is too large.",
  415: "Unsupported media type.",
  429: "Too many requests.",
};

/**
 * Whether a status is undocumented but typical of frameworks: a gap in the document, not a fault of the API.
 */
export function isUnlisted(operation: DocumentOperation, status: number): boolean {
  if (status === 409 && !takesIdempotencyKey(operation)) return false;
  return status in frameworkStatuses && !responseFor(operation.responses, status);
}

/** By status, the operations that answered it although it is undocumented. */
export type Unlisted = Record<string, string[]>;

/** @param answers how often each operation answered each status, as `getCart 404` */
export function unlistedAnswers({ operations }: ApiDocument, answers: Record<string, number>): Unlisted {
  const unlisted: Unlisted = {};
  for (const operation of operations) {
    for (const status of Object.keys(frameworkStatuses)) {
      const { operationId } = operation;
      if (!answers[`${operationId} ${status}`] || !isUnlisted(operation, Number(status))) continue;
      unlisted[status] = [...(unlisted[status] ?? []), operationId];
    }
  }
  return unlisted;
}

/** The lines to add to the document; empty if nothing is missing. */
export function unlistedAdvice(unlisted: Unlisted): string {
  const statuses = Object.keys(unlisted);
  if (statuses.length === 0) return "";
  const lines = statuses.map((status) => `  ${status}  ${someOf(unlisted[status] ?? [])}`);
  const entries = statuses.flatMap((status) => [
    `    "${status}":`,
    `      description: ${frameworkStatuses[Number(status)]}`,
  ]);
  return [
    "Advice: the server also answers these statuses, which the document doesn't list:",
    ...lines,
    'Add them to the responses of these operations, or "4XX" or "default" for all at once:',
    "  responses:",
    ...entries,
  ].join("\n");
}
