import type { ApiDocument } from "@counterpart/server/document/document";
import type { SecurityScheme } from "@counterpart/server/document/security";
import { serverUrl } from "@counterpart/server/document/server-url";
import { commentText, literalLines, quotedKey } from "../literal.ts";
import { callTable, idempotencyTable, ownServerTable } from "./client-calls.ts";

/**
 * The document-specific part of the typed client. The rest is `client-runtime/`, the same for every document.
 */
export function emitClient(document: ApiDocument): string {
  const schemes = Object.entries(document.securitySchemes).flatMap(([name, scheme]): CarriedScheme[] => {
    const carrier = carrierOf(scheme);
    return carrier ? [{ name, carrier, description: describe(scheme) }] : [];
  });
  const calls = Object.entries(callTable(document));
  const idempotency = Object.entries(idempotencyTable(document));
  const ownServers = Object.entries(
    ownServerTable(
      document,
      schemes.map(({ name }) => name),
    ),
  );
  const others = otherMethods(document).map((method) => JSON.stringify(method));
  const other = others.join(" | ") || "never";
  const hasOperations = document.operations.length > 0;
  const traits = [
    "auth",
    "schemes",
    ...(calls.length > 0 ? ["prepareCall"] : []),
    ...(idempotency.length > 0 ? ["idempotency"] : []),
    ...(ownServers.length > 0 ? ["...(options.baseUrl === undefined && { ownServers })"] : []),
    ...(others.length > 0 ? [`otherMethods: [${others.join(", ")}]`] : []),
  ];
  const imports = [
    'import type { MediaType } from "./client-runtime/answer.ts";',
    hasOperations && 'import { type FailureOf, isFailureOf } from "./client-runtime/api-failure.ts";',
    'import type { Throwing, ThrowOnError } from "./client-runtime/calls/throw-on-error.ts";',
    `import {
  createTypedClient,
  type ThrowingOptions,
  type TypedClient,
  type TypedClientOptions,
} from "./client-runtime/create-typed-client.ts";`,
    hasOperations && 'import { type Queries, queriesOf } from "./client-runtime/create-queries.ts";',
    schemes.length > 0 && `import { ${imported(schemes)} } from "./client-runtime/credentials.ts";`,
    hasOperations &&
      'import { createOperationMethods, type OperationMethods } from "./client-runtime/operation-methods.ts";',
    calls.length > 0 && 'import { prepareCalls } from "./client-runtime/prepare-calls.ts";',
    `import type { ${hasOperations ? "operations, " : ""}paths } from "./types.ts";`,
  ];
  const blocks = [
    imports.filter(Boolean).join("\n"),
    `export type { Answer } from "./client-runtime/answer.ts";
export { ApiFailure, type FailureOf } from "./client-runtime/api-failure.ts";
export { type ThrowOnError, throwOnError } from "./client-runtime/calls/throw-on-error.ts";
export type { MethodResponse } from "./client-runtime/create-typed-client.ts";
export type * from "./types.ts";`,
    `/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
${schemes.map(({ name, description }) => `  /** ${commentText(description)} */\n  ${JSON.stringify(name)}?: string;\n`).join("")}}`,
    `const schemes = {
${schemes.map(({ name, carrier }) => `  ${quotedKey(name)}: ${carrier.source},\n`).join("")}};`,
    calls.length > 0 &&
      `// Calls that openapi-fetch alone would serialize or read differently from the document.
const prepareCall = prepareCalls({
${members(calls)}});`,
    idempotency.length > 0 &&
      `// Which calls may be retried, if the document differs from their method.
const idempotency = {
${members(idempotency)}} as const;`,
    ownServers.length > 0 &&
      `// Operations with their own servers in the document. With a \`baseUrl\`, they are called there like all others.
const ownServers = {
${members(ownServers)}} as const;`,
    `/** openapi-fetch's options, credentials, and how failures are handled. */
export interface ApiClientOptions extends TypedClientOptions {
  auth?: Credentials;
}`,
    `/**
 * A function for each HTTP method, typed by the document's paths. \`Media\` limits the types of answers to some media
 * types, and \`Throws\` is the type of the option \`throwOnError\`.
 */
export type ApiClient<Media extends MediaType = MediaType, Throws extends Throwing = false> = TypedClient<
  paths,
  ${other},
  Media,
  Throws
>;`,
    `/**
 * A fetch client with types for every path, parameter, body and response of the document.
 * It doesn't throw on error statuses: \`status\` decides whether there is \`data\` or \`error\`. With \`throwOnError\`, which
 * is exported here, it throws an \`ApiFailure\`.
 */
export function createApiClient<Media extends MediaType = MediaType>(
  options: ApiClientOptions & Required<ThrowingOptions<ThrowOnError>>,
): ApiClient<Media, ThrowOnError>;
export function createApiClient<Media extends MediaType = MediaType>(
  options?: ApiClientOptions & ThrowingOptions<false>,
): ApiClient<Media>;
export function createApiClient<Media extends MediaType = MediaType>({
  auth = ${schemes.some(({ name }) => name in {}) ? "{} as Credentials" : "{}"},
  ...options
}: ApiClientOptions & ThrowingOptions<Throwing> = {}): ApiClient<Media, Throwing> {
  return createTypedClient<paths, keyof Credentials, ${other}, Media, Throwing>(
    { baseUrl: ${JSON.stringify(baseUrl(document))}, ...options },
    { ${traits.join(", ")} },
  );
}`,
    hasOperations && operationMethods(document),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

/** Calls by operationId, in a separate function so that bundlers can drop it. */
function operationMethods({ operations }: ApiDocument): string {
  const table = operations.map(({ operationId, method, path }) => [operationId, [method, path]] as const);
  return `const operationTable = {
${members(table)}} as const;

/** A function for each operationId. */
export type Api<Media extends MediaType = MediaType, Throws extends Throwing = false> = OperationMethods<
  operations,
  typeof operationTable,
  Media,
  Throws
>;

/** Calls by operationId, with the parameters \`path\`, \`query\`, \`header\` and \`cookie\`, and \`body\`. */
export function createApi<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  client: ApiClient<Media, Throws>,
): Api<Media, Throws> {
  return createOperationMethods<operations, typeof operationTable, Media, Throws>(client, operationTable);
}

/**
 * Plain options for TanStack Query, SWR and similar libraries: \`queryOptions\` and
 * \`infiniteQueryOptions\` of GETs, and \`mutationOptions\` of the others. Bundlers drop them if they aren't used.
 */
export function createQueries<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  api: Api<Media, Throws>,
): Queries<operations, typeof operationTable, Media> {
  return queriesOf<operations, typeof operationTable, Media>(api);
}

/** Whether a call of this operation has thrown this, with the types of its documented failures. */
export function isFailure<Id extends keyof typeof operationTable>(
  error: unknown,
  operationId: Id,
): error is FailureOf<operations[Id]> {
  return isFailureOf(error, operationTable[operationId]);
}`;
}

function members(entries: (readonly [name: string, value: unknown])[]): string {
  return entries.map(([name, value]) => `  ${quotedKey(name)}: ${literalLines(value, "  ")},\n`).join("");
}

/** The methods that openapi-fetch has no functions for. */
function otherMethods({ operations }: ApiDocument): string[] {
  const written = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
  return [...new Set(operations.map(({ method }) => method))].filter((method) => !written.includes(method));
}

interface CarriedScheme {
  name: string;
  carrier: Carrier;
  description: string;
}

/** The source of a function that adds the credential to a request, and the export that it uses. */
interface Carrier {
  name: string;
  source: string;
}

function imported(schemes: CarriedScheme[]): string {
  return [...new Set(schemes.map(({ carrier }) => carrier.name))].sort().join(", ");
}

function baseUrl({ servers }: ApiDocument): string {
  const [server] = servers;
  return server ? serverUrl(server).replace(/\/$/, "") : "";
}

/** Undefined if fetch can't send the credential by itself. */
function carrierOf(scheme: SecurityScheme): Carrier | undefined {
  const call = (name: string, argument: string) => ({ name, source: `${name}(${JSON.stringify(argument)})` });
  if (isBasic(scheme)) return { name: "basicAuthorization", source: "basicAuthorization" };
  if (scheme.type === undefined || scheme.type === "mutualTLS") return undefined;
  if (scheme.type !== "apiKey") return call("authorization", authorizationScheme(scheme));
  if (scheme.in === "header") return call("header", scheme.name);
  return call(scheme.in === "query" ? "queryParameter" : "cookie", scheme.name);
}

function isBasic(definition: SecurityScheme): boolean {
  return definition.type === "http" && definition.scheme.toLowerCase() === "basic";
}

function authorizationScheme(definition: SecurityScheme): string {
  if (definition.type !== "http") return "Bearer";
  const { scheme } = definition;
  return scheme.slice(0, 1).toUpperCase() + scheme.slice(1);
}

function describe(scheme: SecurityScheme): string {
  if (scheme.type === "apiKey") {
    if (scheme.in === "query") return `Sent as the query parameter ${scheme.name}.`;
    if (scheme.in === "cookie")
      return `Sent as the cookie ${scheme.name}; in a browser, set that cookie instead.`;
    return `Sent as the header ${scheme.name}.`;
  }
  if (isBasic(scheme)) return "`user:password`, sent as `Authorization: Basic …`.";
  return `Sent as \`Authorization: ${authorizationScheme(scheme)} …\`.`;
}
