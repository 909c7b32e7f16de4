import { encodeText } from "@counterpart/client/messages";
import type { ApiDocument, DocumentOperation, SecurityScheme } from "@counterpart/server/document";
import { own } from "@counterpart/server/values";

/** Keyed by security scheme: a token, a key, or `user:password` for HTTP Basic. */
export type Credentials = Record<string, string>;

/** A credential for one request. */
export interface Presented {
  scheme: string;
  definition: SecurityScheme;
  value: string;
  /** The shell variable that replaces the secret value in output. */
  variable?: string;
}

/**
 * The credentials for an operation: the first alternative that is fully known and fits in one request.
 * @returns an empty list if the operation is open; undefined if no alternative is possible
 */
export function presentedFor(
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { security }: Pick<DocumentOperation, "security">,
  credentials: Credentials,
  prefix = "",
): Presented[] | undefined {
  if (security.length === 0) return [];
  const possible = security
    .filter((alternative) =>
      Object.keys(alternative).every(
        (scheme) => Object.hasOwn(credentials, scheme) || !isSendable(own(securitySchemes, scheme)),
      ),
    )
    .map((alternative) => ({
      isAnonymous: Object.keys(alternative).length === 0,
      presented: oncePerPlace(
        Object.keys(alternative).flatMap((scheme) => {
          const definition = own(securitySchemes, scheme);
          const value = own(credentials, scheme);
          return definition && value !== undefined && isSendable(definition)
            ? [{ scheme, definition, value, variable: prefix + variableOf(scheme) }]
            : [];
        }),
      ),
    }))
    .filter(({ presented }) => presented !== undefined);
  // The anonymous alternative comes last, so that credentials are used if possible.
  return (possible.find(({ isAnonymous }) => !isAnonymous) ?? possible[0])?.presented;
}

/**
 * Schemes that read the same header or parameter share a credential. Undefined if they need different ones.
 */
function oncePerPlace(presented: Presented[]): Presented[] | undefined {
  const byPlace = new Map<string, Presented>();
  for (const one of presented) {
    const key = placeKey(placed(one));
    const other = byPlace.get(key);
    if (other && placed(other).value !== placed(one).value) return undefined;
    if (!other) byPlace.set(key, one);
  }
  return [...byPlace.values()];
}

/** Equal for schemes that read the same header, query parameter or cookie. */
export function placeKey({ in: place, name }: { in: string; name: string }): string {
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}

/** Whether a request can carry the scheme's credential, which excludes client certificates. */
export function isSendable({ type }: SecurityScheme = {}): boolean {
  return type !== undefined && type !== "mutualTLS";
}

/** `apiKey` is read from `API_KEY`. */
export function variableOf(scheme: string): string {
  return scheme
    .replace(/([a-z0-9])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z0-9]+/g, "_")
    .toUpperCase();
}

export interface Placed {
  in: "header" | "query" | "cookie";
  name: string;
  value: string;
  /** The value within double quotes of a shell, with the variable in it. */
  shell?: string;
}

/** Where a request carries a credential. @throws if it can't */
export function placed({ scheme, definition, value, variable }: Presented): Placed {
  const inShell = (before: string) => (variable ? { shell: `${before}$${variable}` } : {});
  if (definition.type === "apiKey") {
    const { in: place, name } = definition;
    const written = place === "query" ? encodeText(name) : name;
    return {
      in: place,
      name: written,
      value: place === "header" ? value : encodeText(value),
      ...inShell(""),
    };
  }
  if (definition.type === "http" && definition.scheme.toLowerCase() === "basic") {
    const coded = Buffer.from(value).toString("base64");
    const shell = variable ? { shell: `Basic $(printf %s "$${variable}" | base64 -w0)` } : {};
    return { in: "header", name: "Authorization", value: `Basic ${coded}`, ...shell };
  }
  if (definition.type === "http" && definition.scheme.toLowerCase() !== "bearer") {
    return {
      in: "header",
      name: "Authorization",
      value: `${definition.scheme} ${value}`,
      ...inShell(`${definition.scheme} `),
    };
  }
  if (isSendable(definition)) {
    return { in: "header", name: "Authorization", value: `Bearer ${value}`, ...inShell("Bearer ") };
  }
  throw new Error(`A request can't carry the credential of ${scheme}.`);
}

/** Credentials by the part of the request that carries them; pairs are `name=value`. */
export function byPart(
  presented: Presented[],
  shownAs: (one: Placed) => string = ({ value }) => value,
): { headers: [name: string, value: string][]; query: string[]; cookies: string[] } {
  const places = presented.map(placed);
  const pairs = (part: Placed["in"]) =>
    places.filter((one) => one.in === part).map((one) => `${one.name}=${shownAs(one)}`);
  return {
    headers: places.flatMap((one) => (one.in === "header" ? [[one.name, shownAs(one)]] : [])),
    query: pairs("query"),
    cookies: pairs("cookie"),
  };
}

/** The credentials in environment variables: `API_KEY` for the scheme `apiKey`. */
export function credentialsIn(
  env: Record<string, string | undefined>,
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  prefix = "",
): Credentials {
  const known = Object.keys(securitySchemes).map((scheme) => [scheme, env[prefix + variableOf(scheme)]]);
  return Object.fromEntries(known.filter(([, value]) => value));
}

/** A made-up credential for each scheme of an operation's first alternative. */
export function placeholderCredentials(
  { securitySchemes }: Pick<ApiDocument, "securitySchemes">,
  { security }: Pick<DocumentOperation, "security">,
): Presented[] {
  const presented = Object.keys(security[0] ?? {}).flatMap((scheme): Presented[] => {
    const definition = own(securitySchemes, scheme);
    if (!definition || !isSendable(definition)) return [];
    const isBasic = definition.type === "http" && definition.scheme.toLowerCase() === "basic";
    return [{ scheme, definition, value: isBasic ? "any:any" : "any" }];
  });
  return [...new Map(presented.map((one) => [placeKey(placed(one)), one])).values()];
}
