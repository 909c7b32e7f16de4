import type { ApiDocument, DocumentOperation } from "./document.ts";
import { resolve } from "./document.ts";

/** A sentence for each query parameter that the operation doesn't document. */
export function unknownQueryParameters(
  document: ApiDocument,
  operation: DocumentOperation,
  query: Record<string, unknown>,
): string[] {
  const names = Object.keys(query);
  if (names.length === 0) return [];
  const known = new Set<string>();
  for (const parameter of operation.parameters) {
    if (parameter.in !== "query") continue;
    const schema = resolve(document.raw, parameter.schema);
    const spread =
      schema.type === "object" && (parameter.style ?? "form") === "form" && parameter.explode !== false;
    // Spread over the query, the members of an object are parameters of their own.
    if (spread && schema.additionalProperties !== false) return [];
    for (const name of spread ? Object.keys(schema.properties ?? {}) : [parameter.name]) {
      known.add(name.replace(/\[\]$/, "")).add(name);
    }
  }
  for (const scheme of operation.security.flatMap(Object.keys)) {
    const { in: place, name } = document.securitySchemes[scheme] ?? {};
    if (place === "query" && name !== undefined) known.add(name);
  }
  return names
    .filter((name) => !known.has(name))
    .map((name) => `query.${name} is not a parameter of this operation`);
}
