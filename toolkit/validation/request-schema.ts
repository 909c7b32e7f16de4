import type { DocumentOperation, MediaType, Schema } from "../document/document.ts";
import { isCheckable } from "../document/media-types.ts";
import { isBinary } from "../document/schemas/binary.ts";

const fields = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

/**
 * A schema of the whole request, `{path, query, headers, cookies, body}`. The validator itself understands only some
 * styles of parameters, of forms only the simplest, and no files.
 * @param bodyType as the document spells it; undefined for a request without a body
 */
export function requestSchema(
  { parameters, requestBody }: DocumentOperation,
  bodyType: string | undefined,
): Schema {
  const properties: Record<string, Schema> = {};
  for (const [place, field] of Object.entries(fields)) {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) continue;
    properties[field] = {
      type: "object",
      properties: Object.fromEntries(
        here.map(({ name, schema, content }) => [
          name,
          content ? (Object.values(content)[0]?.schema ?? {}) : schema,
        ]),
      ),
      required: here.filter((parameter) => parameter.required).map(({ name }) => name),
    };
  }
  if (bodyType !== undefined) properties.body = bodySchema(bodyType, requestBody?.content[bodyType]?.schema);
  return { type: "object", properties, required: requestBody?.required ? ["body"] : [] };
}

/** A schema of `{item}`, for the items of a stream. */
export function itemSchema({ itemSchema: item = {} }: MediaType = {}): Schema {
  return { properties: { item } };
}

function bodySchema(bodyType: string, schema: Schema = {}): Schema {
  return isCheckable(bodyType) || isBinary(schema) ? schema : {};
}
