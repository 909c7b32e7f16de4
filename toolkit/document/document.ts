/** The OpenAPI document, read once into the questions that the house asks of it. */

export const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"] as const;
export type Method = (typeof methods)[number];

/** A JSON Schema as it stands in the document; references stay references. */
export type Schema = { [keyword: string]: unknown };

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  required: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
  content?: Record<string, MediaType>;
  /** The first, where there are several by name. */
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface MediaType {
  schema?: Schema;
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface Header {
  required: boolean;
  schema: Schema;
  /** `x-set-by: server`: the house sets it, a handler doesn't. */
  setByServer: boolean;
}

export interface Response {
  description: string;
  headers: Record<string, Header>;
  content: Record<string, MediaType>;
}

export interface RequestBody {
  required: boolean;
  content: Record<string, MediaType>;
}

export interface DocumentOperation {
  operationId: string;
  method: Method;
  /** As the document writes it, `/v1/pets/{petId}`. */
  path: string;
  summary?: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  /** Keyed by status as the document writes it: `200`, `4XX`, `default`. */
  responses: Record<string, Response>;
  /** Alternatives; each names the schemes that must all agree. An empty list is an open operation. */
  security: Record<string, string[]>[];
  rateLimitScope?: string;
  deprecated: boolean;
  /** ISO dates, from `x-deprecated-since` and `x-sunset`. */
  deprecatedSince?: string;
  sunset?: string;
}

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

export interface SecurityScheme {
  type: "http" | "apiKey" | "oauth2" | "openIdConnect" | "mutualTLS";
  scheme?: string;
  name?: string;
  in?: "header" | "query" | "cookie";
  /** What the document calls the bearer's token, as in "API key". */
  bearerFormat?: string;
}

export interface ApiDocument {
  /** The document as parsed. */
  raw: RawDocument;
  operations: DocumentOperation[];
  securitySchemes: Record<string, SecurityScheme>;
  rateLimits: Record<string, RateLimit>;
  /** Headers whose schema has a `const`: the same on every response. */
  constantHeaders: Record<string, string>;
  /** `x-unmatched`: what is answered where no operation is (404, 405, 204 to OPTIONS). */
  unmatched: Record<string, Response>;
}

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read here.
type Any = any;
export type RawDocument = { openapi: string; paths: Record<string, Any>; [key: string]: Any };

/** Whether a request without credentials is let in. */
export function isOpen(security: DocumentOperation["security"]): boolean {
  return security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
}

/** The query parameters that carry the operation's credentials. */
export function queryCredentials(
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { security }: Pick<DocumentOperation, "security">,
): string[] {
  return security.flatMap(Object.keys).flatMap((scheme) => {
    const { in: place, name } = securitySchemes[scheme] ?? {};
    return place === "query" && name !== undefined ? [name] : [];
  });
}

/** Follows local references (`#/…`) until something that is none. Throws on a reference that leads nowhere. */
export function resolve<T = Any>(raw: RawDocument, node: Any): T {
  let at = node;
  for (let hops = 0; at !== null && typeof at === "object" && typeof at.$ref === "string"; hops++) {
    if (hops > 100) throw new Error(`The reference ${at.$ref} goes round in circles.`);
    at = pointer(raw, at.$ref);
  }
  return at as T;
}

/** What a local reference (`#/…`) points to, which may be a reference itself. Throws when it leads nowhere. */
export function pointer(raw: RawDocument, ref: string): Any {
  if (!ref.startsWith("#/")) throw new Error(`The reference ${ref} is not local: bundle the document first.`);
  let at: Any = raw;
  for (const part of ref.slice(2).split("/")) {
    at = at?.[decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~")];
  }
  if (at === undefined) throw new Error(`The reference ${ref} leads nowhere.`);
  return at;
}

/** Reads a bundled OpenAPI 3.0 or 3.1 document. Throws an error that names the place of the first fault. */
export function readDocument(raw: RawDocument): ApiDocument {
  const operations: DocumentOperation[] = [];
  for (const [path, item] of Object.entries(raw.paths ?? {})) {
    const pathItem = resolve(raw, item);
    for (const method of methods) {
      if (pathItem[method]) operations.push(readOperation(raw, path, method, pathItem));
    }
  }
  const seen = new Set<string>();
  for (const { operationId } of operations) {
    if (seen.has(operationId)) throw new Error(`Two operations have the operationId ${operationId}.`);
    seen.add(operationId);
  }
  const rateLimits: Record<string, RateLimit> = {};
  for (const [scope, { limit, windowSeconds }] of Object.entries<Any>(raw["x-rate-limits"] ?? {})) {
    rateLimits[scope] = { limit, windowSeconds };
  }
  return {
    raw,
    operations,
    securitySchemes: mapValues(raw.components?.securitySchemes, (scheme) => resolve(raw, scheme)),
    rateLimits,
    constantHeaders: constantHeaders(raw),
    unmatched: mapValues(raw["x-unmatched"], (response) => readResponse(raw, response)),
  };
}

function readOperation(raw: RawDocument, path: string, method: Method, pathItem: Any): DocumentOperation {
  const operation = pathItem[method];
  const body = operation.requestBody && resolve(raw, operation.requestBody);
  return {
    operationId: operation.operationId ?? fallbackOperationId(method, path),
    method,
    path,
    tags: operation.tags ?? [],
    parameters: readParameters(raw, [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])]),
    responses: mapValues(operation.responses, (response) => readResponse(raw, response)),
    security: operation.security ?? raw.security ?? [],
    deprecated: operation.deprecated === true,
    ...(operation.summary && { summary: operation.summary }),
    ...(body && { requestBody: { required: body.required === true, content: body.content ?? {} } }),
    ...(operation["x-rate-limit-scope"] && { rateLimitScope: operation["x-rate-limit-scope"] }),
    ...(operation["x-deprecated-since"] && { deprecatedSince: operation["x-deprecated-since"] }),
    ...(operation["x-sunset"] && { sunset: operation["x-sunset"] }),
  };
}

/** `GET /pets/{petId}/toys` without an operationId becomes `getPetsPetIdToys`. */
export function fallbackOperationId(method: Method, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

/** An operation's own parameter replaces the path's one of the same name and place. */
function readParameters(raw: RawDocument, nodes: Any[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const node of nodes) {
    const parameter = resolve(raw, node);
    const [named] = Object.values(parameter.examples ?? {});
    const example = parameter.example ?? resolve(raw, named)?.value;
    byKey.set(`${parameter.in}:${parameter.name}`, {
      ...parameter,
      ...(example !== undefined && { example }),
      required: parameter.required === true,
      schema: parameter.schema ?? {},
    });
  }
  return [...byKey.values()];
}

function readResponse(raw: RawDocument, node: Any): Response {
  const response = resolve(raw, node);
  return {
    description: response.description ?? "",
    content: response.content ?? {},
    headers: mapValues(response.headers, (header) => {
      const { required, schema, "x-set-by": setBy } = resolve(raw, header);
      return { required: required === true, schema: schema ?? {}, setByServer: setBy === "server" };
    }),
  };
}

function constantHeaders(raw: RawDocument): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const [name, node] of Object.entries<Any>(raw.components?.headers ?? {})) {
    const schema = resolve(raw, resolve(raw, node).schema ?? {});
    if (schema.const !== undefined) constants[name] = String(schema.const);
  }
  return constants;
}

function mapValues<T>(record: Record<string, Any> | undefined, read: (value: Any) => T): Record<string, T> {
  return Object.fromEntries(Object.entries(record ?? {}).map(([key, value]) => [key, read(value)]));
}
