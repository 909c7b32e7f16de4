import {
  type ApiDocument,
  type DocumentOperation,
  type MediaType,
  type Parameter,
  resolve,
  type Schema,
} from "./document.ts";

export interface ExampleRequest {
  method: string;
  /** With the query. */
  path: string;
  headers: Record<string, string>;
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
  let { path } = operation;
  const put = (place: string | undefined, name: string, value: string): void => {
    if (place === "path") path = path.replace(`{${name}}`, encodeURIComponent(value));
    else if (place === "query") query.append(name, value);
    else if (place === "cookie") cookies.push(`${name}=${value}`);
    else headers[name] = value;
  };
  for (const parameter of parameters) {
    if (parameter.required) put(parameter.in, parameter.name, parameterValue(document, parameter));
  }
  for (const name of Object.keys(operation.security[0] ?? {})) {
    const { type, scheme, in: place, name: key = "" } = document.securitySchemes[name] ?? {};
    if (type === "apiKey") put(place, key, "any");
    else
      put("header", "Authorization", scheme?.toLowerCase() === "basic" ? "Basic YW55OmFueQ==" : "Bearer any");
  }
  if (cookies.length > 0) headers.Cookie = cookies.join("; ");
  const [mediaType, content] =
    Object.entries(requestBody?.content ?? {}).find(([name]) => /[/+]json$/.test(name)) ?? [];
  const body = content && bodyExample(document, content);
  if (requestBody?.required && body === undefined) return undefined;
  return {
    method: method.toUpperCase(),
    path: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...headers,
      ...(mediaType !== undefined && body !== undefined && { "Content-Type": mediaType }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

function bodyExample(document: ApiDocument, { example, examples = {}, schema }: MediaType): unknown {
  const [first] = Object.values(examples);
  if (first !== undefined) return resolve<{ value?: unknown }>(document, first).value;
  return example ?? schemaExample(document, schema);
}

function parameterValue(document: ApiDocument, { example, schema }: Parameter): string {
  const { type } = resolve<Schema>(document, schema);
  return String(
    example ?? schemaExample(document, schema) ?? (type === "integer" || type === "number" ? 1 : "any"),
  );
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
