import { withListSchema } from "./item-stream.ts";
import { mapValues } from "./map-values.ts";
import type { Note } from "./note.ts";
import { outgoingPathItems } from "./outgoing-requests.ts";
import { operationOf, operationsOf } from "./path-item.ts";
import { type RawDocument, resolveIn, targetIn } from "./references.ts";
import type { LeftOut } from "./repair/left-out.ts";
import { repairDocument } from "./repair/repair-document.ts";
import { withoutLeftOut } from "./repair/without-left-out.ts";
import { readSecurity, readSecuritySchemes, type Security, type SecurityScheme } from "./security.ts";

export { methods } from "./path-item.ts";
export type { RawDocument } from "./references.ts";

/** A schema of the document as JSON Schema 2020-12; references stay references. */
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
  /** Of each item of a stream. */
  itemSchema?: Schema;
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
  /** In lower case; `query` and those of `additionalOperations` too. */
  method: string;
  /** As the document writes it, `/v1/pets/{petId}`. */
  path: string;
  summary?: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  /** Keyed by status as the document writes it: `200`, `4XX`, `default`. */
  responses: Record<string, Response>;
  security: Security;
  rateLimitScope?: string;
  /** `x-unknown-query`: what becomes of query parameters that it doesn't document. Unless it says `refuse`, they are ignored. */
  unknownQuery?: "refuse" | "ignore";
  deprecated: boolean;
  /** ISO dates, from `x-deprecated-since` and `x-sunset`. */
  deprecatedSince?: string;
  sunset?: string;
}

/** A request that the API sends to others. */
export interface OutgoingRequest {
  /** `newPet` of a webhook, `placeOrder.onPaid` of a callback; with several methods, `newPet.put`. */
  name: string;
  /** What its path item is called, `newPet`. */
  item: string;
  /** Its operationId is the name; its path is a callback's expression, as in `{$request.body#/callbackUrl}`. */
  operation: DocumentOperation;
}

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

export interface DocumentInfo {
  title: string;
  version: string;
  description?: string;
  /** SPDX, as in `MIT`. */
  licenseIdentifier?: string;
}

export interface Server {
  url: string;
  variables?: Record<string, { default?: string }>;
}

declare const documentRoot: unique symbol;

/** A document whose nodes only `document/` looks at. */
export interface DocumentRoot {
  [documentRoot]: true;
}

/** An OpenAPI document, read once. Whoever wants to know something of the document asks this and not the parsed file. */
export interface ApiDocument {
  /**
   * The document as it was given, 3.0 or 3.1, for publishing, comparing and rewriting it as a whole; without the
   * operations that can't be served.
   */
  source: object;
  /** The document in OpenAPI 3.1, in which references are resolved: see `resolve` and `slice`. */
  root: DocumentRoot;
  /** What the reading ignored or understood in another way than it is written. */
  notes: Note[];
  /** The operations and webhooks that can't be served. */
  leftOut: LeftOut[];
  /** Pointers to the references that lead nowhere and keep something from being served. */
  stopping: string[];
  info: DocumentInfo;
  servers: Server[];
  /** All of them, also those without operations. */
  paths: string[];
  operations: DocumentOperation[];
  /** Webhooks and callbacks. */
  outgoing: OutgoingRequest[];
  /** What the document asks for where an operation doesn't say otherwise; undefined when it doesn't say. */
  security?: Security;
  /** `x-error-schema`: the shape that all error bodies share. */
  errorSchema?: Schema;
  /** By name, also those that operations ask for and the document doesn't define. */
  securitySchemes: Record<string, SecurityScheme>;
  rateLimits: Record<string, RateLimit>;
  /** Headers whose schema has a `const`: the same on every response. */
  constantHeaders: Record<string, string>;
  /** `x-unmatched`: what is answered where no operation is (404, 405, 204 to OPTIONS). */
  unmatched: Record<string, Response>;
}

// biome-ignore lint/suspicious/noExplicitAny: a parsed document has no static shape before it is read here.
type Any = any;

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

/** Follows references of the document until something that is none. Throws on a reference that leads nowhere. */
export function resolve<T = Any>({ root }: Pick<ApiDocument, "root">, node: Any): T {
  return resolveIn(root as unknown as RawDocument, node);
}

/** What a reference of the document leads to, which may be a reference itself. Throws when it leads nowhere. */
export function targetOf<T = Any>({ root }: Pick<ApiDocument, "root">, ref: string): T {
  return targetIn(root as unknown as RawDocument, ref);
}

/**
 * Reads a bundled OpenAPI document. What can't be served is left out, and told in the notes.
 * Throws when two operations have the same operationId.
 */
export function readDocument(source: RawDocument): ApiDocument {
  const { raw: repaired, notes, leftOut, unusable, stopping } = repairDocument(source);
  const raw = withoutLeftOut(repaired, leftOut, unusable);
  const readContent = contentReader(raw);
  const operations: DocumentOperation[] = [];
  for (const [path, item] of Object.entries(raw.paths ?? {})) {
    const pathItem = resolveIn(raw, item);
    for (const { method } of operationsOf(pathItem)) {
      operations.push(readOperation({ raw, readContent }, path, method, pathItem));
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
  const schemes = readSecuritySchemes(raw, operations);
  const { info, "x-error-schema": errorSchema } = raw;
  const security = readSecurity(raw.security);
  return {
    source: withoutLeftOut(source, leftOut, unusable),
    root: raw as never,
    notes: [...notes, ...schemes.notes],
    leftOut,
    stopping,
    info: readInfo(info),
    servers: raw.servers ?? [],
    paths: Object.keys(raw.paths ?? {}),
    operations,
    outgoing: readOutgoing({ raw, readContent }),
    ...(raw.security !== undefined && { security }),
    ...(errorSchema && { errorSchema }),
    securitySchemes: schemes.securitySchemes,
    rateLimits,
    constantHeaders: constantHeaders(raw),
    unmatched: mapValues(raw["x-unmatched"], (response) => readResponse({ raw, readContent }, response)),
  };
}

function readInfo({ title = "", version = "", description, license }: Any = {}): DocumentInfo {
  return {
    title: String(title),
    version: String(version),
    ...(description && { description }),
    ...(license?.identifier && { licenseIdentifier: license.identifier }),
  };
}

interface Reading {
  raw: RawDocument;
  readContent: ReturnType<typeof contentReader>;
}

/**
 * Reads media types, the references of their examples followed. Operations that share a response share what is read of
 * it, so that a schema is compiled once for all of them.
 */
function contentReader(raw: RawDocument) {
  const known = new WeakMap<object, MediaType>();
  return (content: Record<string, Any> = {}): Record<string, MediaType> =>
    mapValues(content, (node) => {
      const mediaType = resolveIn(raw, node);
      const { examples } = mediaType ?? {};
      if (!examples) return mediaType;
      const read = known.get(mediaType) ?? {
        ...mediaType,
        examples: mapValues(examples, (one) => resolveIn(raw, one)),
      };
      known.set(mediaType, read);
      return read;
    });
}

function readOperation(reading: Reading, path: string, method: string, pathItem: Any): DocumentOperation {
  const { raw, readContent } = reading;
  const operation = operationOf(pathItem, method);
  const body = operation.requestBody && resolveIn(raw, operation.requestBody);
  return {
    operationId: operation.operationId ?? fallbackOperationId(method, path),
    method,
    path,
    tags: operation.tags ?? [],
    parameters: readParameters(reading, [...(pathItem.parameters ?? []), ...(operation.parameters ?? [])]),
    responses: mapValues(operation.responses, (response) => readResponse(reading, response)),
    security: readSecurity(operation.security ?? raw.security),
    deprecated: operation.deprecated === true,
    ...(operation.summary && { summary: operation.summary }),
    ...(body && { requestBody: { required: body.required === true, content: readContent(body.content) } }),
    ...(operation["x-rate-limit-scope"] && { rateLimitScope: operation["x-rate-limit-scope"] }),
    ...(operation["x-unknown-query"] && { unknownQuery: operation["x-unknown-query"] }),
    ...(operation["x-deprecated-since"] && { deprecatedSince: operation["x-deprecated-since"] }),
    ...(operation["x-sunset"] && { sunset: operation["x-sunset"] }),
  };
}

function readOutgoing(reading: Reading): OutgoingRequest[] {
  return outgoingPathItems(reading.raw).flatMap(({ name: item, expression = "", pathItem }) => {
    const used = operationsOf(pathItem).map(({ method }) => method);
    return used.map((method) => {
      const name = used.length > 1 ? `${item}.${method}` : item;
      const operation = readOperation(reading, expression, method, pathItem);
      return { name, item, operation: { ...operation, operationId: name } };
    });
  });
}

/** `GET /pets/{petId}/toys` without an operationId becomes `getPetsPetIdToys`. */
export function fallbackOperationId(method: string, path: string): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return method.replace(/\W/g, "") + words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join("");
}

/** An operation's own parameter replaces the path's one of the same name and place. */
function readParameters({ raw, readContent }: Reading, nodes: Any[]): Parameter[] {
  const byKey = new Map<string, Parameter>();
  for (const node of nodes) {
    const parameter = resolveIn(raw, node);
    const examples = mapValues(parameter.examples, (one) => resolveIn(raw, one));
    const [named] = Object.values(examples);
    const example = parameter.example ?? named?.value;
    byKey.set(`${parameter.in}:${parameter.name}`, {
      ...parameter,
      ...(example !== undefined && { example }),
      ...(parameter.examples && { examples }),
      ...(parameter.content && { content: readContent(parameter.content) }),
      required: parameter.required === true,
      schema: parameter.schema ?? {},
    });
  }
  return [...byKey.values()];
}

function readResponse({ raw, readContent }: Reading, node: Any): Response {
  const response = resolveIn(raw, node);
  // OpenAPI ignores a header of this name: `content` says it.
  const { [contentTypeIn(response.headers)]: _, ...headers } = response.headers ?? {};
  return {
    description: response.description ?? response.summary ?? "",
    content: Object.fromEntries(
      Object.entries(readContent(response.content)).map(([name, one]) => [name, withListSchema(name, one)]),
    ),
    headers: mapValues(headers, (header) => {
      const { required, schema, "x-set-by": setBy } = resolveIn(raw, header);
      return { required: required === true, schema: schema ?? {}, setByServer: setBy === "server" };
    }),
  };
}

function contentTypeIn(headers: object = {}): string {
  return Object.keys(headers).find((name) => name.toLowerCase() === "content-type") ?? "";
}

function constantHeaders(raw: RawDocument): Record<string, string> {
  const constants: Record<string, string> = {};
  for (const [name, node] of Object.entries<Any>(raw.components?.headers ?? {})) {
    const schema = resolveIn(raw, resolveIn(raw, node).schema ?? {});
    if (schema.const !== undefined) constants[name] = String(schema.const);
  }
  return constants;
}
