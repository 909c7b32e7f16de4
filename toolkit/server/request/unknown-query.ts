import { type ApiDocument, type DocumentOperation, keyNames } from "../document/document.ts";
import { getOrMake } from "../document/get-or-make.ts";
import { ownNames } from "./own-names.ts";

const matchers = new WeakMap<DocumentOperation, (name: string) => boolean>();

/**
 * The undocumented names in a query, without duplicates.
 * @param names as in the query, brackets included
 */
export function unknownQueryParameters(
  document: ApiDocument,
  operation: DocumentOperation,
  names: Iterable<string>,
): string[] {
  const isKnown = getOrMake(matchers, operation, () => matcherOf(document, operation));
  return [...new Set(names)].filter((name) => !isKnown(name));
}

function matcherOf(document: ApiDocument, operation: DocumentOperation): (name: string) => boolean {
  const credentials = new Set(keyNames(document, operation, "query"));
  const known = operation.parameters
    .filter(({ in: place }) => place === "query")
    .map((parameter) => ownNames(document, parameter));
  if (known.some(({ isOpen }) => isOpen)) return () => true;
  return (name) => credentials.has(name) || known.some(({ has }) => has(name));
}
