import type { Header, Parameter } from "@counterpart/server/document/document";

/**
 * Treats a response header as a request header, so that its values are generated and written the same way.
 */
export function headerParameter(name: string, { schema, explode, isJson }: Header): Parameter {
  return {
    name,
    in: "header",
    required: true,
    schema,
    explode,
    ...(isJson && { content: { "application/json": { schema } } }),
  };
}
