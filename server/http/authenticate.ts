import type { Request, RequestHandler } from "express";
import { ApiError } from "../errors.ts";
import { contextOf, type Identity } from "./context.ts";
import { cookiesOf } from "./cookies.ts";
import type { ApiDocument, SecurityScheme } from "./document.ts";

/** Finds out who presents a credential; undefined when nobody does so rightly. */
export type Authenticator = (credential: string) => Promise<Identity | undefined>;

/** One for each security scheme that the document uses. */
export type Authenticators = Record<string, Authenticator>;

/**
 * Holds a request to the document's `security`: its alternatives in order, all schemes of one together.
 * Doesn't answer by itself: what it refuses is counted first and then told by `refuse`.
 * Throws at start, naming them all, when schemes in use have no authenticator or can't be read from a request.
 */
export function authenticate(document: ApiDocument, authenticators: Authenticators): RequestHandler {
  const readers = new Map<string, (req: Request) => string | undefined>();
  const names = new Set(document.operations.flatMap(({ security }) => security.flatMap(Object.keys)));
  const faults: string[] = [];
  for (const name of names) {
    const scheme = document.securitySchemes[name];
    const reader = scheme && credentialReader(scheme);
    if (!scheme) faults.push(`${name} isn't defined in the document`);
    else if (!authenticators[name]) faults.push(`${name} has no authenticator`);
    else if (!reader) faults.push(`${name} is of a kind that can't be checked here (${kindOf(scheme)})`);
    else readers.set(name, reader);
  }
  if (faults.length > 0) throw new Error(`The security schemes in use have faults: ${faults.join("; ")}.`);
  return async (req, res, next) => {
    const context = contextOf(res);
    const security = context.operation?.security ?? (context.allow ? (document.raw.security ?? []) : []);
    if (security.length > 0) {
      const identity = await firstMatch(security, (name) => {
        const credential = readers.get(name)?.(req);
        return credential === undefined ? undefined : authenticators[name]?.(credential);
      });
      if (identity === undefined) context.refusal = unauthorized([...readers.keys()]);
      else if (identity !== "open") {
        context.identity = identity;
        if (identity.refusal) context.refusal = identity.refusal;
      }
    }
    next();
  };
}

async function firstMatch(
  security: Record<string, string[]>[],
  identify: (scheme: string) => Promise<Identity | undefined> | undefined,
): Promise<Identity | "open" | undefined> {
  for (const alternative of security) {
    const schemes = Object.keys(alternative);
    if (schemes.length === 0) return "open";
    let identity: Identity | undefined;
    for (const scheme of schemes) {
      const found = await identify(scheme);
      if (!found) {
        identity = undefined;
        break;
      }
      identity = { ...found, ...identity };
    }
    if (identity) return identity;
  }
  return undefined;
}

function unauthorized(schemes: string[]): ApiError {
  return new ApiError("UNAUTHORIZED", `Present a valid credential (${schemes.join(" or ")}).`, {
    headers: { "WWW-Authenticate": "Bearer" },
  });
}

function kindOf({ type, scheme }: SecurityScheme): string {
  return type === "http" ? `http ${scheme?.toLowerCase()}` : type;
}

/** Finds the credential in a request; undefined for a kind of scheme that a request alone can't show. */
function credentialReader(scheme: SecurityScheme): ((req: Request) => string | undefined) | undefined {
  const kind = kindOf(scheme);
  if (kind === "http basic") return (req) => authorization(req, "basic");
  if (kind === "http bearer" || kind === "oauth2" || kind === "openIdConnect")
    return (req) => authorization(req, "bearer");
  const parameter = scheme.name;
  if (kind === "apiKey" && parameter !== undefined) {
    if (scheme.in === "header") return (req) => req.get(parameter);
    if (scheme.in === "query") return (req) => text(req.query[parameter]);
    if (scheme.in === "cookie") return (req) => cookiesOf(req.get("cookie"))[parameter];
  }
  return undefined;
}

/** The credentials of an `Authorization` header; the scheme's name has no case (RFC 9110, 11.1). */
function authorization(req: Request, scheme: string): string | undefined {
  const [given, credentials, ...rest] = (req.get("authorization") ?? "").split(/ +/);
  return given?.toLowerCase() === scheme && credentials && rest.length === 0 ? credentials : undefined;
}

function text(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
