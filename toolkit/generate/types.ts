import openapiTS, { astToString } from "openapi-typescript";
import { factory } from "typescript";
import { isBinary } from "../document/binary.ts";
import type { RawDocument } from "../document/document.ts";

/**
 * The document's shapes as TypeScript. The only file that knows openapi-typescript, which gets no more updates:
 * whoever replaces it must keep `paths`, `operations` and `components` as openapi-fetch expects them.
 */
export async function emitTypes(raw: RawDocument): Promise<string> {
  // openapi-typescript changes what it is given.
  const copy = structuredClone(raw);
  showContentOfParameters(copy);
  const nodes = await openapiTS(copy as never, {
    readWriteMarkers: hasMarks(raw),
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

/** Whether some properties are for requests alone or for answers alone. */
export function hasMarks(node: unknown): boolean {
  if (node === null || typeof node !== "object") return false;
  const { readOnly, writeOnly } = node as { readOnly?: unknown; writeOnly?: unknown };
  return readOnly === true || writeOnly === true || Object.values(node).some(hasMarks);
}
