import { type ApiDocument, methods } from "@counterpart/server/document/document";
import { operationFinder } from "../checks/answer-faults.ts";

/**
 * A path that matches no operation of the document, with any method: `/no/such/endpoint`, or a longer one.
 */
export function unmatchedPath(document: ApiDocument): string {
  const find = operationFinder(document);
  const all = [...new Set([...methods, ...document.operations.map(({ method }) => method)])];
  let path = "/no/such/endpoint";
  while (all.some((method) => find(method, path))) path += "/here";
  return path;
}
