import type { Note } from "./notes/note.ts";
import { type RawDocument, resolveIn } from "./references.ts";
import { isSecurity } from "./repair/repair-security.ts";

export interface SecurityScheme {
  /** Others, and none where the document doesn't define the scheme that it asks for, only an authenticator knows. */
  type?: "http" | "apiKey" | "oauth2" | "openIdConnect" | "mutualTLS";
  scheme?: string;
  name?: string;
  in?: "header" | "query" | "cookie";
  /** What the document calls the bearer's token, as in "API key". */
  bearerFormat?: string;
}

/** Alternatives; each names the schemes that must all agree. An empty list is open to everybody. */
export type Security = Record<string, string[]>[];

/** Whether a request without credentials is let in. */
export function isOpen(security: Security): boolean {
  return security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
}

/** The alternatives that an operation or the document asks for. Operations whose alternatives can't be read aren't served. */
export function readSecurity(security: unknown): Security {
  if (!isSecurity(security)) return [];
  return (security as Record<string, unknown>[]).map((alternative) =>
    Object.fromEntries(
      Object.entries(alternative).map(([name, scopes]) => [name, Array.isArray(scopes) ? scopes : []]),
    ),
  );
}

/** The document's security schemes by name, and those that are asked for without being defined, which are empty. */
export function readSecuritySchemes(
  raw: RawDocument,
  operations: { security: Security }[],
): { securitySchemes: Record<string, SecurityScheme>; notes: Note[] } {
  const securitySchemes: Record<string, SecurityScheme> = {};
  for (const [name, scheme] of Object.entries(raw.components?.securitySchemes ?? {}))
    securitySchemes[name] = resolveIn(raw, scheme);
  const used = [readSecurity(raw.security), ...operations.map(({ security }) => security)];
  const notes: Note[] = [];
  for (const name of new Set(used.flat().flatMap(Object.keys))) {
    if (Object.hasOwn(securitySchemes, name)) continue;
    securitySchemes[name] = {};
    const message = `The security scheme ${name} is asked for, but not defined: its authenticator gets the request and decides. Define it in \`components.securitySchemes\`.`;
    notes.push({ severity: "warning", pointer: "#/components/securitySchemes", message });
  }
  return { securitySchemes, notes };
}
