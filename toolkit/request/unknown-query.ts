import { type ApiDocument, type DocumentOperation, queryCredentials } from "../document/document.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";
import { takesPlainValue } from "./takes-plain-value.ts";

const matchers = new WeakMap<DocumentOperation, (name: string) => boolean>();

/**
 * The names of the query parameters that the operation doesn't document, each once.
 * @param names as in the query, brackets included
 */
export function unknownQueryParameters(
  document: ApiDocument,
  operation: DocumentOperation,
  names: Iterable<string>,
): string[] {
  const isKnown = matchers.get(operation) ?? matcherOf(document, operation);
  matchers.set(operation, isKnown);
  return [...new Set(names)].filter((name) => !isKnown(name));
}

function matcherOf(document: ApiDocument, operation: DocumentOperation): (name: string) => boolean {
  const names = new Set(queryCredentials(document, operation));
  const prefixes: string[] = [];
  for (const parameter of operation.parameters) {
    const { in: place, name, schema, style = "form", explode, content, isWholeQuery } = parameter;
    if (place !== "query") continue;
    if (isWholeQuery) return () => true;
    const summary = summarizeSchema(document, schema);
    const { types, properties } = summary;
    const isList = types.has("array");
    if (style === "deepObject") {
      prefixes.push(`${name}[`);
      if (takesPlainValue(summary)) names.add(name);
    } else if (!content && style === "form" && explode !== false && types.has("object") && !isList) {
      // The members of an exploded object are query parameters of their own.
      if (schema.additionalProperties !== false) return () => true;
      for (const property of Object.keys(properties)) names.add(property);
    } else {
      names.add(name);
      if (isList) names.add(`${name}[]`);
    }
  }
  return (name) => names.has(name) || prefixes.some((prefix) => name.startsWith(prefix));
}
