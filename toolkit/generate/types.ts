import openapiTS, { astToString } from "openapi-typescript";
import { factory } from "typescript";
import type { ApiDocument } from "../document/document.ts";
import { isBinary } from "../document/schemas/binary.ts";
import { hasReadOrWriteOnly } from "../document/schemas/read-write-only.ts";

/**
 * The document's shapes as TypeScript. The only file that knows openapi-typescript, which gets no more updates:
 * whoever replaces it must keep `paths`, `operations` and `components` as openapi-fetch expects them.
 */
export async function emitTypes(document: ApiDocument): Promise<string> {
  // openapi-typescript changes what it is given.
  const copy = structuredClone(document.source);
  showContentOfParameters(copy);
  const nodes = await openapiTS(copy as never, {
    readWriteMarkers: hasReadOrWriteOnly(document),
    transform: (schema) => (isBinary(schema) ? factory.createTypeReferenceNode("Blob") : undefined),
  });
  return astToString(nodes);
}

/** openapi-typescript calls every parameter a text that has `content` for a `schema`. */
function showContentOfParameters(node: unknown): void {
  if (node === null || typeof node !== "object") return;
  const parameter = node as {
    in?: unknown;
    content?: Record<string, { schema?: unknown }>;
    schema?: unknown;
  };
  if (typeof parameter.in === "string" && parameter.content) {
    const [media] = Object.values(parameter.content);
    parameter.schema ??= media?.schema;
  }
  Object.values(node).forEach(showContentOfParameters);
}
