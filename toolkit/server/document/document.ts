import type { Finding } from "./findings/finding.ts";
import { own } from "./own.ts";
import { type RawDocument, resolveIn, targetIn } from "./references.ts";
import type { LeftOut } from "./repair/left-out.ts";
import type { Security, SecurityScheme } from "./security.ts";

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
  allowReserved?: boolean;
  /** In a query, it may be there without a value. */
  allowEmptyValue?: boolean;
  content?: Record<string, MediaType>;
  /** It is the query from `?` on, as JSON: OpenAPI 3.2's `in: querystring`. */
  isWholeQuery?: boolean;
  /** `x-kept-seconds`: how long the answer to an `Idempotency-Key` is kept. */
  "x-kept-seconds"?: number;
  /** The first, where there are several by name. */
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
}

export interface MediaType {
  schema?: Schema;
  /** Of each item of a stream. */
  itemSchema?: Schema;
  /** The `data` of its server-sent events is JSON, except for these texts. */
  eventData?: { texts: string[] };
  example?: unknown;
  examples?: Record<string, { value?: unknown }>;
  /** How the fields of a form are written, by name. */
  encoding?: Record<string, Encoding>;
}

export interface Encoding {
  /** One or several, separated by commas, which may be ranges such as `image/*`. */
  contentType?: string;
  style?: string;
  explode?: boolean;
  allowReserved?: boolean;
}

export interface Header {
  required: boolean;
  schema: Schema;
  explode: boolean;
  /** It has `content` of JSON. */
  isJson: boolean;
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
  /** The address of its own server, without a slash at the end, where that isn't the document's. */
  server?: string;
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
  /** `x-idempotent`: whether the same request may be sent again, where that doesn't follow from the method. */
  idempotent?: boolean;
  /** ISO dates, from `x-deprecated-since` and `x-sunset`. */
  deprecatedSince?: string;
  sunset?: string;
}

/** A request that the API sends to others. */
export interface OutgoingRequest {
  /** `newPet` of a webhook, `startJob.onDone` of a callback; with several methods, `newPet.put`. */
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
  /** One sentence. */
  summary?: string;
  description?: string;
  /** SPDX, as in `MIT`. */
  licenseIdentifier?: string;
}

export interface Server {
  url: string;
  variables?: Record<string, { default?: string; enum?: string[] }>;
}

declare const documentRoot: unique symbol;

/** A document whose nodes only `document/` looks at. */
interface DocumentRoot {
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
  notes: Finding[];
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
    const definition = own(securitySchemes, scheme);
    return definition?.type === "apiKey" && definition.in === "query" ? [definition.name] : [];
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
