import type { ApiDocument, DocumentOperation } from "@counterpart/server/document/document";
import { own } from "@counterpart/server/document/own";

export interface PlaceholderCredentials {
  headers: Record<string, string>;
  /** Encoded pairs. */
  query: string[];
  /** Pairs. */
  cookies: string[];
}

/** An invented credential for each security scheme of the operation's first alternative. */
export function placeholderCredentials(
  document: ApiDocument,
  { security }: DocumentOperation,
): PlaceholderCredentials {
  const credentials: PlaceholderCredentials = { headers: {}, query: [], cookies: [] };
  for (const name of Object.keys(security[0] ?? {})) {
    const definition = own(document.securitySchemes, name);
    if (definition?.type === "apiKey") {
      const { in: place, name: key } = definition;
      if (place === "query") credentials.query.push(`${encodeURIComponent(key)}=any`);
      else if (place === "cookie") credentials.cookies.push(`${key}=any`);
      else credentials.headers[key] = "any";
    } else if (definition?.type !== undefined && definition.type !== "mutualTLS") {
      const word = definition.type === "http" ? definition.scheme : "Bearer";
      credentials.headers.Authorization =
        word.toLowerCase() === "basic"
          ? "Basic YW55OmFueQ=="
          : `${word.toLowerCase() === "bearer" ? "Bearer" : word} any`;
    }
  }
  return credentials;
}
