import { type ApiDocument, type SecurityScheme, serverUrl } from "@counterpart/server/document";
import { plansOf } from "@counterpart/server/schemas";
import { commentText, literalLines, quotedKey } from "../literal.ts";
import { type CallParts, callParts, type Part } from "./call-parts.ts";
import { callTable, ownServers } from "./client-calls.ts";

/**
 * The document-specific part of the typed client. The rest is `@counterpart/client`.
 */
export function emitClient(document: ApiDocument): string {
  const schemes = Object.entries(document.securitySchemes).flatMap(([name, scheme]): CarriedScheme[] => {
    const carrier = carrierOf(scheme);
    return carrier ? [{ name, carrier, description: describe(scheme) }] : [];
  });
  const calls = Object.entries(callTable(document)).map(([name, call]) => [name, callParts(call)] as const);
  const servers = ownServers(
    document,
    schemes.map(({ name }) => name),
  );
  const others = otherMethods(document).map((method) => JSON.stringify(method));
  const hasOperations = document.operations.length > 0;
  const paged = pagedOperations(document);
  const types = typeArguments(document, others, paged);
  const parts = calls.flatMap(([, call]) => partsOf(call));
  const dates = [...new Set(parts.filter(({ isLocal }) => isLocal).map(({ name }) => name))];
  // openapi-fetch reads errors as JSON or text.
  const hasReading = parts.some(({ name }) => name === "readingOf");
  const traits = [
    `baseUrl: ${JSON.stringify(baseUrl(document))}`,
    ...(calls.length > 0 ? ["calls"] : []),
    ...(schemes.length > 0 ? [`credentials: credentials(auth, schemes${serversFor(servers)})`] : []),
    ...(hasReading ? ["errors: unreadErrors()"] : []),
    ...(paged.length > 0 ? ["pages: pagesOf"] : []),
    ...(others.length > 0 ? [`otherMethods: [${others.join(", ")}]`] : []),
  ];
  const names = [
    ...["createTypedClient", "type MediaType", "type ThrowingOptions", "type Throwing", "type ThrowOnError"],
    ...["type TypedClient", "type TypedClientOptions"],
    ...(hasOperations ? operationImports : []),
    ...(calls.length > 0 ? ["type CallTraits"] : []),
    ...new Set(parts.filter(({ isLocal }) => !isLocal).map(({ name }) => name)),
    ...(dates.length > 0 ? ["datesIn"] : []),
    ...(schemes.length > 0 ? ["credentials", ...new Set(schemes.map(({ carrier }) => carrier.name))] : []),
    ...(hasReading ? ["unreadErrors"] : []),
    ...(paged.length > 0 ? ["pagesOf"] : []),
  ];
  const blocks = [
    `import {
${names
  .sort(byName)
  .map((name) => `  ${name},\n`)
  .join("")}} from "@counterpart/client";
import type { ${hasOperations ? "operations, " : ""}paths } from "./types.ts";`,
    `export {
  type CallResult,
  ApiFailure,
  type FailureOf,
  type MethodResponse,
  type RetryOptions,
  retry,
  type ThrowOnError,
  throwOnError,
} from "@counterpart/client";
export type * from "./types.ts";`,
    `/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
${schemes.map(({ name, description }) => `  /** ${commentText(description)} */\n  ${JSON.stringify(name)}?: string;\n`).join("")}}`,
    schemes.length > 0 &&
      `const schemes = {
${schemes.map(({ name, carrier }) => `  ${quotedKey(name)}: ${carrier.source},\n`).join("")}};`,
    dates.length > 0 &&
      `// Where schemas have dates.
const { ${dates.sort().join(", ")} } = datesIn(${literalLines(plansOf(document).table, "")});`,
    calls.length > 0 &&
      `// Calls that openapi-fetch alone would send or read differently from the document.
const calls: Record<string, CallTraits> = {
${calls.map(([name, parts]) => `  ${quotedKey(name)}: ${callSource(parts)},\n`).join("")}};`,
    schemes.length > 0 &&
      servers.length > 0 &&
      `// Servers of operations, and the credentials that they get. With a \`baseUrl\`, all calls go there.
const ownServers = [
${servers.map((server) => `  ${literalLines(server, "  ")},\n`).join("")}] as const;`,
    `/** openapi-fetch's options, credentials, and how failures are handled. */
export interface ApiClientOptions extends TypedClientOptions {
  auth?: Credentials;
}`,
    `/**
 * A function for each HTTP method, typed by the document's paths. \`Media\` limits the types of answers to some media
 * types, and \`Throws\` is the type of the option \`throwOnError\`.
 */
export type ApiClient<Media extends MediaType = MediaType, Throws extends Throwing = false> = TypedClient<
  ${types.join(",\n  ")}
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
  auth${schemes.length > 0 ? ` = ${schemes.some(({ name }) => name in {}) ? "{} as Credentials" : "{}"}` : ": _"},
  ...options
}: ApiClientOptions & ThrowingOptions<Throwing> = {}): ApiClient<Media, Throwing> {
  return createTypedClient<${types.map((type) => (type === "Throws" ? "Throwing" : type)).join(", ")}>(options, {
${traits.map((trait) => `    ${trait},\n`).join("")}  });
}`,
    hasOperations && operationMethods(document, paged),
  ];
  return `${blocks.filter(Boolean).join("\n\n")}\n`;
}

const operationImports = [
  ...["createOperationMethods", "type FailureOf", "isFailureOf", "type OperationMethods"],
  ...["type Queries", "queriesOf"],
];

/** The arguments of the type of the client, without defaults at the end. */
function typeArguments({ operations }: ApiDocument, others: string[], paged: string[]): string[] {
  const paths = operations.filter(({ operationId }) => paged.includes(operationId)).map(({ path }) => path);
  const names = paths.map((path) => JSON.stringify(path)).join(" | ");
  return ["paths", others.join(" | ") || "never", "Media", "Throws", ...(names === "" ? [] : [names])];
}

/** The ids of lists whose following pages the document describes. */
function pagedOperations(document: ApiDocument): string[] {
  const table = callTable(document);
  return document.operations
    .filter(({ method, path }) => table[`${method.toUpperCase()} ${path}`]?.next)
    .map(({ operationId }) => operationId);
}

function serversFor(servers: unknown[]): string {
  return servers.length > 0 ? ", options.baseUrl === undefined ? ownServers : []" : "";
}

function partsOf({ prepare, read, convert, next }: CallParts): Part[] {
  const withInner = (part: Part): Part[] => [part, ...(part.parts ?? []).flatMap(withInner)];
  return [...prepare, ...[read, convert, next].filter((one) => one !== undefined)].flatMap(withInner);
}

function callSource({ data, prepare, read, convert, next }: CallParts): string {
  const values = Object.entries(data).map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  const members = [
    ...values,
    ...(prepare.length > 0 ? [`prepare: [${prepare.map(partSource).join(", ")}]`] : []),
    ...(read ? [`read: ${partSource(read)}`] : []),
    ...(convert ? [`convert: ${partSource(convert)}`] : []),
    ...(next ? [`next: ${partSource(next)}`] : []),
  ];
  return `{ ${members.join(", ")} }`;
}

function partSource({ name, args, parts }: Part): string {
  const given = args?.map((one) => literalLines(one, "  ")) ?? parts?.map(partSource);
  return given ? `${name}(${given.join(", ")})` : name;
}

/** Calls by operationId, in a separate function so that bundlers can drop it. */
function operationMethods({ operations }: ApiDocument, paged: string[]): string {
  const table = operations.map(({ operationId, method, path }) => [operationId, [method, path]] as const);
  const ids = paged.length > 0 ? ", (typeof paged)[number]" : "";
  return `const operationTable = {
${members(table)}} as const;
${
  paged.length > 0
    ? `
/** Lists whose following pages the document describes. */
const paged = [${paged.map((id) => JSON.stringify(id)).join(", ")}] as const;
`
    : ""
}
/** A function for each operationId. */
export type Api<Media extends MediaType = MediaType, Throws extends Throwing = false> = OperationMethods<
  operations,
  typeof operationTable,
  Media,
  Throws${ids.replace(", ", ",\n  ")}
>;

/** Calls by operationId, with the parameters \`path\`, \`query\`, \`header\` and \`cookie\`, and \`body\`. */
export function createApi<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  client: ApiClient<Media, Throws>,
): Api<Media, Throws> {
  return createOperationMethods<operations, typeof operationTable, Media, Throws${ids}>(client, operationTable${paged.length > 0 ? ", paged" : ""});
}

/**
 * Plain options for TanStack Query, SWR and similar libraries: \`queryOptions\` of GETs, \`infiniteQueryOptions\` of
 * lists whose following pages are documented, and \`mutationOptions\` of the others. Bundlers drop them if they aren't
 * used.
 */
export function createQueries<Media extends MediaType = MediaType, Throws extends Throwing = false>(
  api: Api<Media, Throws>,
): Queries<operations, typeof operationTable, Media${ids}> {
  return queriesOf<operations, typeof operationTable, Media${ids}>(api, operationTable);
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

/** As formatters order imports. */
function byName(a: string, b: string): number {
  return a.replace("type ", "").localeCompare(b.replace("type ", ""));
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
