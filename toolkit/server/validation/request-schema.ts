import { arrivingSchema } from "../document/body-reading.ts";
import type { ApiDocument, DocumentOperation, MediaType, Parameter, Schema } from "../document/document.ts";
import { mayBeEmpty } from "../document/value-style.ts";
import { inputFields } from "../request/parameters.ts";

/**
 * Builds a schema of the whole request, `{path, query, headers, cookies, body}`.
 * @param bodyType as the document spells it; undefined for a request without a body
 */
export function requestSchema(
  document: ApiDocument,
  { parameters, requestBody }: DocumentOperation,
  bodyType: string | undefined,
): Schema {
  const properties: Record<string, Schema> = {};
  for (const [place, field] of Object.entries(inputFields)) {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) continue;
    properties[field] = {
      type: "object",
      properties: Object.fromEntries(here.map((parameter) => [parameter.name, parameterSchema(parameter)])),
      required: here.filter((parameter) => parameter.required).map(({ name }) => name),
    };
  }
  if (bodyType !== undefined)
    properties.body = arrivingSchema(document, bodyType, requestBody?.content[bodyType] ?? {});
  return { type: "object", properties, required: requestBody?.required ? ["body"] : [] };
}

/** If the document allows an empty value, it is valid whatever the schema says. */
function parameterSchema(parameter: Parameter): Schema {
  const { schema, content, required } = parameter;
  const described = content ? (Object.values(content)[0]?.schema ?? {}) : schema;
  const mayBeText = required || described.type === undefined || [described.type].flat().includes("string");
  if (!mayBeEmpty(parameter) || !mayBeText) return described;
  const preset = described.default;
  return { anyOf: [described, { const: "" }], ...(preset !== undefined && { default: preset }) };
}

/** A schema of `{item}`, for the items of a stream. */
export function itemSchema({ itemSchema: item = {} }: MediaType = {}): Schema {
  return { properties: { item } };
}
