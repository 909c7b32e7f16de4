import { isBinary } from "../document/binary.ts";
import type { ApiDocument, DocumentOperation, RawDocument, Schema } from "../document/document.ts";
import { essence } from "../document/media-types.ts";
import { slice } from "../document/slice.ts";

/** What the validator is told a request is: its body's media type decides by which schema it is held. */
export function shownAs({ requestBody }: DocumentOperation, bodyType: string | undefined): string {
  return `application/vnd.request${Object.keys(requestBody?.content ?? {}).indexOf(bodyType ?? "")}+json`;
}

/**
 * The document of one operation's validator, `POST /`. It is shown a request as one JSON value,
 * `{path, query, headers, cookies, body}`: of parameters it understands only some styles, of forms only the simplest, of
 * files nothing. Its discriminators work only at the top of a request; so here the alternatives say it themselves.
 */
export function validationDocument(document: ApiDocument, operation: DocumentOperation): RawDocument {
  const { openapi, info, components } = slice(document, operation);
  const bodyTypes = [undefined, ...Object.keys(operation.requestBody?.content ?? {})];
  const content = Object.fromEntries(
    bodyTypes.map((bodyType) => [
      shownAs(operation, bodyType),
      { schema: requestSchema(operation, bodyType) },
    ]),
  );
  const responses = Object.fromEntries(
    Object.entries(operation.responses).map(([status, response]) => [
      status,
      { content: jsonOf(response.content) },
    ]),
  );
  const paths = { "/": { post: { requestBody: { required: true, content }, responses } } };
  return forValidator({ openapi, info, paths, ...(components && { components }) }) as RawDocument;
}

const places = { path: "path", query: "query", header: "headers", cookie: "cookies" } as const;

function requestSchema({ parameters, requestBody }: DocumentOperation, bodyType: string | undefined): Schema {
  const properties: Record<string, Schema> = {};
  for (const [place, field] of Object.entries(places)) {
    const here = parameters.filter((parameter) => parameter.in === place);
    if (here.length === 0) continue;
    const required = here.filter((parameter) => parameter.required).map(({ name }) => name);
    properties[field] = {
      type: "object",
      properties: Object.fromEntries(
        here.map(({ name, schema, content }) => [
          name,
          content ? (Object.values(content)[0]?.schema ?? {}) : schema,
        ]),
      ),
      // An empty list is no schema in OpenAPI 3.0.
      ...(required.length > 0 && { required }),
    };
  }
  if (bodyType !== undefined) properties.body = bodySchema(bodyType, requestBody?.content[bodyType]?.schema);
  return { type: "object", properties, ...(requestBody?.required && { required: ["body"] }) };
}

/** XML isn't read here, so it can't be held to a schema. */
function bodySchema(bodyType: string, schema: Schema = {}): Schema {
  const isRead = /[/+]json$|^multipart\/form-data$|^application\/x-www-form-urlencoded$|^text\/(?!xml)/;
  return isRead.test(essence(bodyType)) || isBinary(schema) ? schema : {};
}

/** Only JSON is looked into; without a schema the validator would take the status for undocumented. */
function jsonOf(content: DocumentOperation["responses"][string]["content"]) {
  return Object.fromEntries(Object.entries(content).map(([type, { schema = {} }]) => [type, { schema }]));
}

/** Their values aren't schemas. */
const values = new Set(["example", "examples", "default", "const", "enum"]);

/** Says what the validator would take amiss, or not at all, in words that it understands. */
export function forValidator(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(forValidator);
  if (node === null || typeof node !== "object") return node;
  // A Blob, on which other words about strings don't apply.
  if (isBinary(node)) return { type: "object" };
  const schema: Schema = {};
  for (const [key, value] of Object.entries(node)) {
    schema[key] = values.has(key) ? value : forValidator(value);
  }
  return withNull(withDiscriminator(schema));
}

/** Adds to each alternative the names by which the discriminator chooses it. */
function withDiscriminator(schema: Schema): Schema {
  const { discriminator, ...rest } = schema;
  const { propertyName, mapping = {} } = (discriminator ?? {}) as {
    propertyName?: string;
    mapping?: Record<string, string>;
  };
  const word = Array.isArray(schema.oneOf) ? "oneOf" : "anyOf";
  const alternatives = schema[word];
  if (typeof propertyName !== "string" || !Array.isArray(alternatives)) return schema;
  const chosen = alternatives.map(({ $ref, ...inline }: { $ref?: string }) => {
    if ($ref === undefined) return inline;
    const own = $ref.split("/").at(-1) ?? "";
    const names = Object.keys(mapping).filter((name) => mapping[name] === $ref || mapping[name] === own);
    const says = {
      required: [propertyName],
      properties: { [propertyName]: { enum: names.length > 0 ? names : [own] } },
    };
    return { allOf: [{ $ref }, says] };
  });
  return { ...rest, [word]: chosen };
}

/**
 * OpenAPI 3.0's `nullable` beside an `enum`, or on a reference by way of `allOf`, means that null is allowed, though the
 * letter of the specification says otherwise. The validator would not even compile the second.
 */
function withNull(schema: Schema): Schema {
  if (schema.nullable !== true) return schema;
  if (Array.isArray(schema.enum) && !schema.enum.includes(null))
    return { ...schema, enum: [...schema.enum, null] };
  if (schema.type !== undefined) return schema;
  const { nullable, ...rest } = schema;
  // Beside a reference nothing counts in 3.0.
  return schema.$ref === undefined ? { anyOf: [{ enum: [null] }, rest] } : rest;
}
