import type { ApiDocument, DocumentOperation } from "@counterpart/server/document";
import { curl } from "../samples/curl.ts";
import { exampleOf } from "../samples/example-request.ts";

/**
 * A curl command that forces the error with the most examples, or calls the first operation that it can.
 * Undefined if no request can be made.
 */
export function demonstration(document: ApiDocument, url: string): string | undefined {
  const errors = document.operations
    .flatMap((operation) => errorsOf(operation).map((error) => ({ ...error, operation })))
    .sort((a, b) => b.keys.length - a.keys.length);
  for (const { operation, status, keys } of errors) {
    // A request takes milliseconds to generate, and a document may have a thousand operations.
    const example = exampleOf(document, operation);
    if (!example) continue;
    // The last one, because the first is the default.
    const key = keys.at(-1);
    const prefer = `code=${status}${key === undefined ? "" : `, example=${key}`}`;
    const { request } = example;
    return curl({ ...request, headers: [["Prefer", prefer], ...request.headers] }, url, {
      isMultiline: true,
    });
  }
  for (const operation of document.operations) {
    const example = exampleOf(document, operation);
    if (example) return curl(example.request, url, { isMultiline: true });
  }
  return undefined;
}

function errorsOf({ responses }: DocumentOperation): { status: string; keys: string[] }[] {
  return Object.entries(responses)
    .filter(([status]) => /^4\d\d$/.test(status))
    .map(([status, { content }]) => ({
      status,
      keys: Object.keys(Object.values(content)[0]?.examples ?? {}),
    }));
}
