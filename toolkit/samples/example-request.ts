import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
} from "../document/document.ts";
import { examplesOf } from "../document/examples-of.ts";
import { isJson } from "../document/media-types.ts";
import { summarizeSchema } from "../document/schemas/summarize-schema.ts";

export interface ExampleRequest {
  method: string;
  /** With the parameters filled in, and the query. */
  path: string;
  /** Not yet encoded. */
  pathParams: Record<string, string>;
  /** With a credential of any text for each security scheme of the first alternative. */
  headers: Record<string, string>;
  /** The body before and after it has become text; undefined without one. */
  json?: unknown;
  body?: string;
}

/** A request that the document accepts, made of its examples; undefined where it has none for a body that is needed. */
export function exampleRequest(
  document: ApiDocument,
  operation: DocumentOperation,
): ExampleRequest | undefined {
  const { method, parameters, requestBody } = operation;
  const headers: Record<string, string> = {};
  const query = new URLSearchParams();
  const cookies: string[] = [];
  const pathParams: Record<string, string> = {};
  let { path } = operation;
  const put = (place: string | undefined, name: string, value: string): void => {
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query") query.append(name, value);
    else if (place === "cookie") cookies.push(`${name}=${value}`);
    else headers[name] = value;
  };
  for (const parameter of parameters) {
    if (!parameter.required) continue;
    const value = String(parameterExample(document, parameter));
    if (parameter.in === "path") pathParams[parameter.name] = value;
    put(parameter.in, parameter.name, value);
  }
  for (const name of Object.keys(operation.security[0] ?? {})) {
    const { type, scheme, in: place, name: key = "" } = document.securitySchemes[name] ?? {};
    if (type === "apiKey") put(place, key, "any");
    else
      put("header", "Authorization", scheme?.toLowerCase() === "basic" ? "Basic YW55OmFueQ==" : "Bearer any");
  }
  if (cookies.length > 0) headers.Cookie = cookies.join("; ");
  const [mediaType, content] =
    Object.entries(requestBody?.content ?? {}).find(([name]) => isJson(name)) ?? [];
  const json = content && bodyExample(document, content);
  if (requestBody?.required && json === undefined) return undefined;
  return {
    method: method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    pathParams,
    headers: {
      ...headers,
      ...(mediaType !== undefined && json !== undefined && { "Content-Type": mediaType }),
    },
    ...(json !== undefined && { json, body: JSON.stringify(json) }),
  };
}

function bodyExample(document: ApiDocument, mediaType: MediaType): unknown {
  return examplesOf(mediaType)[0] ?? schemaExample(document, mediaType.schema);
}

/** A value for a parameter: an example, or any of its type. */
export function parameterExample(document: ApiDocument, { example, schema }: Parameter): unknown {
  const { types } = summarizeSchema(document, schema);
  const isNumeric = types.has("integer") || types.has("number");
  return example ?? schemaExample(document, schema) ?? (isNumeric ? 1 : "any");
}

function schemaExample(document: ApiDocument, schema: Schema | undefined): unknown {
  const {
    example,
    examples,
    default: preset,
    const: only,
    enum: some,
  } = resolve<Schema>(document, schema ?? {});
  return example ?? first(examples) ?? preset ?? only ?? first(some);
}

function first(values: unknown): unknown {
  return Array.isArray(values) ? values[0] : undefined;
}
