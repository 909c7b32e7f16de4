import type { Finding } from "./findings/finding.ts";
import { mapValues } from "./map-values.ts";
import { setOwn } from "./own.ts";
import { escapePointerPart, type RawDocument, resolveIn } from "./references.ts";
import { isToken } from "./repair/headers-of-http.ts";
import { shown } from "./repair/repair-context.ts";
import { isSecurity } from "./repair/repair-security.ts";

/** Where a request carries its credentials. Without a type, the authenticator has to know. */
export type SecurityScheme =
  | { type: "apiKey"; in: "header" | "query" | "cookie"; name: string }
  /** `bearerFormat` is the document's name for the bearer token, as in "API key". */
  | { type: "http"; scheme: string; bearerFormat?: string }
  | { type: "oauth2"; oauth2MetadataUrl?: string }
  | { type: "openIdConnect"; openIdConnectUrl?: string }
  | { type: "mutualTLS" }
  | { type?: undefined };

/** Alternatives. All schemes of one alternative must accept the request; an empty list admits everyone. */
export type Security = Record<string, string[]>[];

/** Whether requests without credentials are admitted. */
export function isOpen(security: Security): boolean {
  return security.length === 0 || security.some((alternative) => Object.keys(alternative).length === 0);
}

/** Reads the alternatives of an operation or document. Operations with invalid ones aren't served. */
export function readSecurity(security: unknown): Security {
  if (!isSecurity(security)) return [];
  return (security as Record<string, unknown>[]).map((alternative) =>
    mapValues(alternative, (scopes) => (Array.isArray(scopes) ? scopes : [])),
  );
}

/**
 * The document's security schemes by name. Schemes that are undefined, or that don't say what a request
 * carries, are empty.
 */
export function readSecuritySchemes(
  raw: RawDocument,
  operations: { security: Security }[],
): { securitySchemes: Record<string, SecurityScheme>; notes: Finding[] } {
  const securitySchemes: Record<string, SecurityScheme> = {};
  const notes: Finding[] = [];
  for (const [name, given] of Object.entries(raw.components?.securitySchemes ?? {})) {
    const scheme: Record<string, unknown> = resolveIn(raw, given);
    const fault = faultOf(scheme);
    setOwn<SecurityScheme>(securitySchemes, name, fault ? {} : (scheme as SecurityScheme));
    if (!fault) continue;
    const pointer = `#/components/securitySchemes/${escapePointerPart(name)}/${fault.word}`;
    const message = `${fault.message}: its authenticator decides by the whole request. ${fault.advice}`;
    notes.push({ severity: "warning", pointer, message });
  }
  const used = [readSecurity(raw.security), ...operations.map(({ security }) => security)];
  for (const name of new Set(used.flat().flatMap(Object.keys))) {
    if (Object.hasOwn(securitySchemes, name)) continue;
    setOwn<SecurityScheme>(securitySchemes, name, {});
    const message = `The security scheme ${name} is required but not defined: its authenticator decides by the whole request. Define it in \`components.securitySchemes\`.`;
    notes.push({ severity: "warning", pointer: "#/components/securitySchemes", message });
  }
  return { securitySchemes, notes };
}

/** Finds the keyword that makes it impossible to know what a request carries. */
function faultOf({ type, scheme, in: place, name }: Record<string, unknown>) {
  if (type === "oauth2" || type === "openIdConnect" || type === "mutualTLS") return undefined;
  if (type === "http") {
    const advice = "Write it as in `Authorization`, such as `bearer`.";
    return nameFault("scheme", scheme, "an authentication scheme", advice);
  }
  if (type !== "apiKey") {
    const advice = "Write `apiKey`, `http`, `mutualTLS`, `oauth2` or `openIdConnect`.";
    return { word: "type", message: "`type` is unknown to OpenAPI", advice };
  }
  if (place !== "header" && place !== "query" && place !== "cookie") {
    const advice = "Write `header`, `query` or `cookie`.";
    return { word: "in", message: "`in` doesn't say where the key is", advice };
  }
  const advice = "Write the name as it is sent.";
  return nameFault("name", name, place === "query" ? undefined : `a ${place}`, advice);
}

/** @param of what the name must be valid for; undefined if any name is valid */
function nameFault(word: string, name: unknown, of: string | undefined, advice: string) {
  if (typeof name !== "string" || name === "") return { word, message: `\`${word}\` is missing`, advice };
  if (of === undefined || isToken(name)) return undefined;
  return { word, message: `${shown(name)} isn't a valid name of ${of}`, advice };
}
