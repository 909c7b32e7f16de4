import type { ApiDocument } from "../../document/document.ts";
import { hasReadOrWriteOnly } from "../../document/schemas/read-write-only.ts";
import type { SecurityScheme } from "../../document/security.ts";
import { serverUrl } from "../../document/source/base-path.ts";
import { callTable } from "./client-calls.ts";

/** The typed client: what of it follows from the document. The rest is `client-runtime/`, the same for every document. */
export function emitClient(document: ApiDocument): string {
  const marks = hasReadOrWriteOnly(document) ? "marked" : "unmarked";
  const schemes = Object.entries(document.securitySchemes).flatMap(([name, scheme]): CarriedScheme[] => {
    const carrier = carrierOf(scheme);
    return carrier ? [{ name, carrier, description: describe(scheme) }] : [];
  });
  const calls = Object.entries(callTable(document));
  const others = otherMethods(document);
  const methods = others.map((method) => JSON.stringify(method));
  return `import type { ClientOptions } from "openapi-fetch";
import { createTypedClient, type TypedClient } from "./client-runtime/create-typed-client.ts";
${schemes.length > 0 ? `import { ${imported(schemes)} } from "./client-runtime/credentials.ts";\n` : ""}${
  calls.length > 0 ? 'import { prepareCalls } from "./client-runtime/prepare-calls.ts";\n' : ""
}import type { paths } from "./types.ts";

export type { ${marks === "marked" ? "MarkedAnswer as Answer" : "Answer"} } from "./client-runtime/answer.ts";
export type * from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
${schemes.map(({ name, description }) => `  /** ${description} */\n  ${JSON.stringify(name)}?: string;\n`).join("")}}

const schemes = {
${schemes.map(({ name, carrier }) => `  ${JSON.stringify(name)}: ${carrier.source},\n`).join("")}};
${
  calls.length > 0
    ? `
// What openapi-fetch alone would send or read differently from the document.
const prepareCall = prepareCalls({
${calls.map(([name, traits]) => `  ${JSON.stringify(name)}: ${JSON.stringify(traits)},\n`).join("")}});
`
    : ""
}
/** A function for each HTTP method, typed by the document's paths. */
export type ApiClient = TypedClient<paths, "${marks}"${others.length > 0 ? `, ${methods.join(" | ")}` : ""}>;

/**
 * A fetch client that knows every path, parameter, body and response of the document.
 * It doesn't throw on error statuses: look at \`status\`, which tells \`data\` from \`error\`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials } = {}): ApiClient {
  return createTypedClient<paths, "${marks}", keyof Credentials${others.length > 0 ? `, ${methods.join(" | ")}` : ""}>(
    { baseUrl: ${JSON.stringify(baseUrl(document))}, ...options },
    { auth, schemes${calls.length > 0 ? ", prepareCall" : ""}${others.length > 0 ? `, otherMethods: [${methods.join(", ")}]` : ""} },
  );
}
`;
}

/** The methods of operations that openapi-fetch has no functions for. */
function otherMethods({ operations }: ApiDocument): string[] {
  const written = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];
  return [...new Set(operations.map(({ method }) => method))].filter((method) => !written.includes(method));
}

interface CarriedScheme {
  name: string;
  carrier: Carrier;
  description: string;
}

/** An expression that makes the function which puts the credential on a request, and the export that it begins with. */
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

/** Undefined where fetch can't carry the credential by itself. */
function carrierOf(scheme: SecurityScheme): Carrier | undefined {
  const call = (name: string, argument?: string) => ({
    name,
    source: `${name}(${JSON.stringify(argument)})`,
  });
  if (isBasic(scheme)) return { name: "basicAuthorization", source: "basicAuthorization" };
  if (scheme.type === "http" || scheme.type === "oauth2" || scheme.type === "openIdConnect") {
    return call("authorization", authorizationScheme(scheme));
  }
  if (scheme.type !== "apiKey") return undefined;
  if (scheme.in === "header") return call("header", scheme.name);
  return call(scheme.in === "query" ? "queryParameter" : "cookie", scheme.name);
}

function isBasic({ type, scheme }: SecurityScheme): boolean {
  return type === "http" && scheme?.toLowerCase() === "basic";
}

function authorizationScheme({ type, scheme = "" }: SecurityScheme): string {
  return type === "http" ? scheme.slice(0, 1).toUpperCase() + scheme.slice(1) : "Bearer";
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
