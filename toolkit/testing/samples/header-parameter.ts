import type { Header, Parameter } from "@counterpart/server/document/document";

/** A response header as the header of a request, whose values and texts are made in the same way. */
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
