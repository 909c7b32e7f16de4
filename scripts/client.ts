import type { ApiDocument, SecurityScheme } from "../server/http/document.ts";

/** The typed client: openapi-fetch over the document's paths, with its credentials as the option `auth`. */
export function emitClient(document: ApiDocument): string {
  const schemes = Object.entries(document.securitySchemes).filter(([, scheme]) => carrier(scheme));
  const base = document.raw.servers?.[0]?.url;
  return `import createClient, { type Client, type ClientOptions } from "openapi-fetch";
import type { paths } from "./types.ts";

/** Credentials, one for each security scheme of the document that you use. */
export interface Credentials {
${schemes.map(([name, scheme]) => `  /** ${describe(scheme)} */\n  ${JSON.stringify(name)}?: string;`).join("\n")}
}

export type ApiClient = Client<paths>;

/**
 * A fetch client that knows every path, parameter, body and answer of the document.
 * It doesn't throw on error statuses: look at \`error\` and \`response.status\`.
 */
export function createApiClient({ auth = {}, ...options }: ClientOptions & { auth?: Credentials }): ApiClient {
  const client = createClient<paths>({ baseUrl: ${JSON.stringify(base ?? "")}, ...options });
  client.use({
    onRequest({ request }) {
${schemes.map(([name, scheme]) => `      if (auth[${JSON.stringify(name)}] !== undefined) ${carrier(scheme)?.(`auth[${JSON.stringify(name)}]`)}`).join("\n")}
      return request;
    },
    onResponse({ response }) {
      // openapi-fetch parses an empty body as JSON when Content-Length is missing, and throws.
      return response.body === null && response.status !== 204
        ? new Response(null, { status: response.status, headers: { ...Object.fromEntries(response.headers), "Content-Length": "0" } })
        : response;
    },
  });
  return client;
}
`;
}

/** The statement that puts a credential on the request, or undefined where fetch can't carry it by itself. */
function carrier(scheme: SecurityScheme): ((value: string) => string) | undefined {
  if (scheme.type === "http" && scheme.scheme?.toLowerCase() === "basic") {
    return (value) => `request.headers.set("Authorization", \`Basic \${btoa(${value})}\`);`;
  }
  if (scheme.type === "http" || scheme.type === "oauth2" || scheme.type === "openIdConnect") {
    return (value) => `request.headers.set("Authorization", \`Bearer \${${value}}\`);`;
  }
  if (scheme.type === "apiKey" && scheme.in === "header") {
    return (value) => `request.headers.set(${JSON.stringify(scheme.name)}, ${value});`;
  }
  return undefined;
}

function describe(scheme: SecurityScheme): string {
  if (scheme.type === "apiKey") return `Sent as the header ${scheme.name}.`;
  if (scheme.scheme?.toLowerCase() === "basic") return "`user:password`, sent as `Authorization: Basic …`.";
  return "Sent as `Authorization: Bearer …`.";
}
