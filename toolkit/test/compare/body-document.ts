import type { RawDocument } from "../../server/document/document.ts";

/** A document in which one operation has a JSON body with a schema, in one direction. */
export function bodyDocument(
  direction: "request" | "response",
  schema: object | boolean,
  schemas: object = {},
): RawDocument {
  const content = { "application/json": { schema } };
  const operation =
    direction === "request"
      ? { requestBody: { content }, responses: { "204": { description: "Done." } } }
      : { responses: { "200": { description: "Done.", content } } };
  return {
    openapi: "3.1.0",
    info: { title: "Workshop", version: "1.0.0" },
    paths: { "/work": { post: { operationId: "work", ...operation } } },
    components: { schemas },
  };
}
