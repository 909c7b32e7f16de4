import type { Finding } from "./findings/finding.ts";
import { own } from "./own.ts";
import { type Any, type RawDocument, resolveIn, targetIn } from "./references.ts";
import type { LeftOut } from "./repair/left-out.ts";
import type { Security, SecurityScheme } from "./security.ts";

export { methods } from "./path-item.ts";
export type { RawDocument } from "./references.ts";

/** A schema of the document as JSON Schema 2020-12, with its references. */
export type Schema = { [keyword: string]: unknown };

export interface Parameter {
  name: string;
  in: "path" | "query" | "header" | "cookie";
  description?: string;
  required: boolean;
  schema: Schema;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
  /** Whether a query may contain it without a value. */
  allowEmptyValue?: boolean;
  content?: Record<string, MediaType>;
  /** Whether it is the whole query string as JSON: `in: querystring` in OpenAPI 3.2. */
  isWholeQuery?: boolean;
  /** `x-kept-seconds`: how long the response to an `Idempotency-Key` is kept. */
  "x-kept-seconds"?: number;
  /** The first one if there are several by name. */
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface MediaType {
  schema?: Schema;
  /** The schema of each item of a stream. */
  itemSchema?: Schema;
  /** The `data` of its server-sent events is JSON, except for these texts. */
  eventData?: { texts: string[] };
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
  /** How the fields of a form are encoded, by name. */
  encoding?: Record<string, Encoding>;
}

export interface Encoding {
  /** One media type or several, separated by commas. Ranges such as `image/*` are allowed. */
  contentType?: string;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
}

export interface Header {
  required: boolean;
  schema: Schema;
  explode: boolean;
  /** Whether it has `content` of JSON. */
  isJson: boolean;
  /** `x-set-by: server`: set by the server and not by a handler. */
  setByServer: boolean;
}

export interface Response {
  description: string;
  headers: Record<string, Header>;
  content: Record<string, MediaType>;
  /** The link `next`, to the following page of a list. */
  next?: PageLink;
}

export interface PageLink {
  operationId?: string;
  operationRef?: string;
  /** Constants and runtime expressions, by name or `query.name`. */
  parameters: Record<string, unknown>;
  /** A runtime expression for the page's URL (`x-target`). */
  target?: string;
}

export interface RequestBody {
  required: boolean;
  content: Record<string, MediaType>;
}

export interface DocumentOperation {
  operationId: string;
  /** In lower case, including `query` and the methods of `additionalOperations`. */
  method: string;
  /** As the document writes it, `/v1/pets/{petId}`. */
  path: string;
  /** URL of the operation's own server, without a trailing slash; undefined if it uses the document's. */
  server?: string;
  summary?: string;
  description?: string;
  tags: string[];
  parameters: Parameter[];
  requestBody?: RequestBody;
  /** Keyed by status as the document writes it: `200`, `4XX`, `default`. */
  responses: Record<string, Response>;
  security: Security;
  rateLimitScope?: string;
  /** `x-unknown-query`: whether undocumented query parameters are refused. They are ignored by default. */
  unknownQuery?: "refuse" | "ignore";
  deprecated: boolean;
  /** `x-idempotent`: whether the request may be retried, if that doesn't follow from the method. */
  idempotent?: boolean;
  /** ISO dates, from `x-deprecated-since` and `x-sunset`. */
  deprecatedSince?: string;
  sunset?: string;
  /** `x-mcp`: how the operation is offered as a tool. */
  mcp?: McpCuration;
}

/** What `x-mcp` changes about an operation's tool. */
export interface McpCuration {
  /** Offers no tool. */
  omit?: boolean;
  /** Instead of the operationId. */
  name?: string;
  /** Instead of summary and description. */
  description?: string;
  /** Instead of the first tag. */
  group?: string;
  /** Values that callers can't choose, by the argument's name. */
  fixed?: Record<string, unknown>;
  /** Whether a person has to agree to each call; a text is the question. */
  confirm?: boolean | string;
  /** The tool's arguments, by their JSON pointers. The rest of the request has none. */
  arguments?: Record<string, PlacedArgument>;
  /** Header parameters that get a new UUID for each call. */
  generated?: string[];
  /** Codes of JSON-RPC errors for refusals, by the refusal's code, its status, `4XX` or `default`. */
  errors?: Record<string, number>;
}

/** An argument of `x-mcp`. */
export interface PlacedArgument {
  /** `body`, or a parameter such as `header.X-Reader`. */
  to: string;
  /** What is sent for `{value}`, such as `profile="{value}"`. */
  text?: string;
  /** Instead of the parameter's or the body's. */
  schema?: Schema;
  /** Whether it must be given, if that isn't so for the parameter or the body. */
  required?: boolean;
  /** Of the document's own `x-mcp`, so that operations needn't have what it leads to. */
  isShared?: boolean;
}

/** A request that the API sends. */
export interface OutgoingRequest {
  /** `newPet` for a webhook, `startJob.onDone` for a callback; with several methods, `newPet.put`. */
  name: string;
  /** The name of its path item, `newPet`. */
  item: string;
  /** The operationId is the name. A callback's path is its expression: `{$request.body#/callbackUrl}`. */
  operation: DocumentOperation;
}

export interface RateLimit {
  limit: number;
  windowSeconds: number;
}

export interface DocumentInfo {
  title: string;
  version: string;
  /** One sentence. */
  summary?: string;
  description?: string;
  /** SPDX identifier, as in `MIT`. */
  licenseIdentifier?: string;
}

export interface Server {
  url: string;
  variables?: Record<string, { default?: string; enum?: string[] }>;
}

declare const documentRoot: unique symbol;

/** A document whose nodes only `document/` accesses. */
interface DocumentRoot {
  [documentRoot]: true;
}

/** An OpenAPI document, parsed once. Other code reads this instead of the file. */
export interface ApiDocument {
  /**
   * The source document (3.0 or 3.1) without the operations that can't be served, for publishing, comparing
   * and rewriting it as a whole.
   */
  source: object;
  /** The document as OpenAPI 3.1; see `resolve` and `slice` for its references. */
  root: DocumentRoot;
  /** What was ignored or reinterpreted while reading. */
  notes: Finding[];
  /** The operations and webhooks that can't be served. */
  leftOut: LeftOut[];
  /** Pointers to the broken references that keep an operation or a webhook from being served. */
  stopping: string[];
  info: DocumentInfo;
  servers: Server[];
  /** All paths, including those without operations. */
  paths: string[];
  operations: DocumentOperation[];
  /** Webhooks and callbacks. */
  outgoing: OutgoingRequest[];
  /** The default security requirements for operations; undefined if the document has none. */
  security?: Security;
  /** `x-error-schema`: the shape that all error bodies share. */
  errorSchema?: Schema;
  /** By name, including schemes that operations require but the document doesn't define. */
  securitySchemes: Record<string, SecurityScheme>;
  rateLimits: Record<string, RateLimit>;
  /** `x-dates`: what dates are in handlers' inputs and in the client; text by default. */
  dates?: "Date";
  /** Headers whose schema has a `const`. They are the same on every response. */
  constantHeaders: Record<string, string>;
  /** `x-unmatched`: the responses to requests that match no operation (404, 405, 204 for OPTIONS). */
  unmatched: Record<string, Response>;
}

/** The names of the API keys that an operation takes in a part of the request. */
export function keyNames(
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { security }: Pick<DocumentOperation, "security">,
  place: "query" | "header" | "cookie",
): string[] {
  return security.flatMap(Object.keys).flatMap((scheme) => {
    const definition = own(securitySchemes, scheme);
    return definition?.type === "apiKey" && definition.in === place ? [definition.name] : [];
  });
}

/**
 * Follows references until it reaches a node that isn't one.
 * @throws on a broken reference
 */
export function resolve<T = Any>({ root }: Pick<ApiDocument, "root">, node: Any): T {
  return resolveIn(root as unknown as RawDocument, node);
}

/**
 * Returns the target of a reference, which may be a reference itself.
 * @throws on a broken reference
 */
export function targetOf<T = Any>({ root }: Pick<ApiDocument, "root">, ref: string): T {
  return targetIn(root as unknown as RawDocument, ref);
}

/** The number of schemas in the document's components. */
export function countSchemas({ root }: Pick<ApiDocument, "root">): number {
  return Object.keys((root as unknown as RawDocument).components?.schemas ?? {}).length;
}
