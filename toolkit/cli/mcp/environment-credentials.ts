import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import type { Credentials as CallCredentials } from "@counterpart/server/mcp/calls/credentials";
import { type Credentials, placed, presentedFor, variableOf } from "@counterpart/testing/fuzz/credentials";

/** Reads the credentials of operations from the environment: `API_KEY` for the scheme `apiKey`. */
export function credentialsFrom(
  document: ApiDocument,
  env: Record<string, string | undefined>,
): (operation: DocumentOperation) => CallCredentials {
  const known: Credentials = {};
  for (const scheme of Object.keys(document.securitySchemes)) {
    const value = env[variableOf(scheme)];
    if (value) known[scheme] = value;
  }
  return (operation) => {
    const places = (presentedFor(document, operation, known) ?? []).map(placed);
    const pairs = (place: string) =>
      places.filter((one) => one.in === place).map(({ name, value }) => `${name}=${value}`);
    return {
      headers: Object.fromEntries(
        places.flatMap(({ in: place, name, value }) => (place === "header" ? [[name, value]] : [])),
      ),
      query: pairs("query"),
      cookies: pairs("cookie"),
    };
  };
}
