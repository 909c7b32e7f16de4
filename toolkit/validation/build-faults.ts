import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { operationPointer } from "../document/path-item.ts";
import type { LeftOut } from "../document/repair/left-out.ts";
import { requestSchema } from "./request-schema.ts";
import { createSchemaCompiler } from "./schemas/schema-compiler.ts";

/** The operations whose validators can't be built. Everything that answers a request builds the same ones, later. */
export function buildFaults(document: ApiDocument): LeftOut[] {
  const requests = createSchemaCompiler(document, "request");
  const responses = createSchemaCompiler(document, "response");
  const built = new WeakSet<object>();
  const build = (operation: DocumentOperation) => {
    for (const bodyType of [undefined, ...Object.keys(operation.requestBody?.content ?? {})])
      requests.assertCompiles(requestSchema(operation, bodyType));
    for (const { content } of Object.values(operation.responses)) {
      for (const mediaType of Object.values(content)) {
        // Operations share responses.
        if (built.has(mediaType)) continue;
        responses.assertCompiles({ properties: { body: mediaType.schema ?? {} } });
        built.add(mediaType);
      }
    }
  };
  return document.operations.flatMap((operation) => {
    try {
      build(operation);
      return [];
    } catch (error) {
      const pointer = operationPointer(operation);
      const message = `This operation can't be served, since its schemas can't be compiled: ${(error as Error).message}.`;
      return [{ pointer, note: { severity: "error" as const, pointer, message } }];
    }
  });
}
