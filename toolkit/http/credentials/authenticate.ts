import type { Request } from "express";
import { type ApiDocument, isOpen, type SecurityScheme } from "../../document/document.ts";
import { cookiesOf } from "../../request/cookies.ts";
import { decoded, queryPairs } from "../../request/query-string.ts";
import { addressOf } from "../client-address.ts";
import type { Step } from "../composition/step.ts";
import { type Known, whenKnown } from "../composition/when-known.ts";
import type { Identity } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import { credentialHint } from "./credential-hint.ts";

/** A credential that a request presents. */
export interface Presented {
  /** Never empty; `user:password` for HTTP Basic. */
  credential: string;
  /** The scopes that the operation requires of an OAuth or OpenID Connect token. */
  scopes: string[];
  /** Where the request comes from, an IPv4 address or an IPv6 /64: to limit what one address may cost. */
  address: string;
  /** The request; only its head has been read. */
  request: Readonly<Pick<Request, "method" | "originalUrl" | "headers" | "socket">>;
}

/**
 * Finds the holder of a credential; undefined when it is nobody's. An `ApiError` is answered as it is, any other error
 * as 500, once the request has been counted. Returns no promise when the result is known at once.
 */
export type Authenticator = (presented: Presented) => Identity | undefined | Promise<Identity | undefined>;

/** One for each security scheme that the document uses. */
export type Authenticators = Record<string, Authenticator>;

/**
 * Identifies callers as the document's `security` demands: its alternatives in order, all schemes of one together, and
 * the empty alternative last. The step doesn't answer by itself: refusals are counted first and sent later.
 * Throws at start, naming them all, when schemes in use have no authenticator or can't be read from a request.
 * @returns the step for a list of alternatives; undefined where it is empty
 */
export function createAuthentication(document: ApiDocument, authenticators: Authenticators) {
  const readers = credentialReaders(document, authenticators);
  return (security: Security): Step | undefined => {
    if (security.length === 0) return undefined;
    const isOptional = isOpen(security);
    const alternatives = security.map((alternative) => Object.entries(alternative));
    return (req, _res, context) => {
      const identify: Identify = (name, scopes) => {
        const credential = readers.get(name)?.(req);
        if (!credential) return undefined;
        return authenticators[name]?.({ credential, scopes, address: addressOf(req), request: req });
      };
      const note = (identity: Identity | undefined): void => {
        if (identity) {
          context.identity = identity;
          if (identity.refusal) context.refusal = identity.refusal;
        } else if (!isOptional) context.refusal = unauthorized(document, security);
      };
      const fail = (error: unknown): void => {
        context.refusal = error;
      };
      try {
        const found = firstMatch(alternatives, identify);
        return found instanceof Promise ? found.then(note).catch(fail) : note(found);
      } catch (error) {
        fail(error);
      }
    };
  };
}

type Security = Record<string, string[]>[];
type CredentialReader = (req: Request) => string | undefined;
type Identify = (scheme: string, scopes: string[]) => Known<Identity | undefined>;
type Alternative = [scheme: string, scopes: string[]][];

/** How to find the credential of each security scheme in use. */
function credentialReaders(
  document: ApiDocument,
  authenticators: Authenticators,
): Map<string, CredentialReader> {
  const readers = new Map<string, CredentialReader>();
  const used = [...document.operations.map(({ security }) => security), document.security ?? []];
  const faults: string[] = [];
  for (const name of new Set(used.flat().flatMap(Object.keys))) {
    const scheme = document.securitySchemes[name];
    const reader = scheme && credentialReader(scheme);
    if (!scheme) faults.push(`${name} isn't defined in the document`);
    else if (!authenticators[name]) faults.push(`${name} has no authenticator`);
    else if (!reader) faults.push(`${name} is of a kind that can't be checked here (${kindOf(scheme)})`);
    else readers.set(name, reader);
  }
  if (faults.length > 0) throw new Error(`The security schemes in use have faults: ${faults.join("; ")}.`);
  return readers;
}

function firstMatch(alternatives: Alternative[], identify: Identify, at = 0): Known<Identity | undefined> {
  const alternative = alternatives[at];
  if (!alternative) return undefined;
  return whenKnown(
    allOf(alternative, identify),
    (identity) => identity ?? firstMatch(alternatives, identify, at + 1),
  );
}

/** The combined result of all schemes of an alternative; undefined when one of them finds nobody. */
function allOf(
  alternative: Alternative,
  identify: Identify,
  at = 0,
  before?: Identity,
): Known<Identity | undefined> {
  const one = alternative[at];
  if (!one) return before;
  return whenKnown(
    identify(...one),
    (found) => found && allOf(alternative, identify, at + 1, before ? both(before, found) : found),
  );
}

/** Merges the results of two schemes; where they disagree, the first wins. */
function both(first: Identity, second: Identity): Identity {
  const callers = [second.caller, first.caller];
  const areObjects = callers.every((caller) => typeof caller === "object" && caller !== null);
  return {
    ...second,
    ...first,
    caller: areObjects ? Object.assign({}, ...callers) : first.caller,
    log: { ...second.log, ...first.log },
  };
}

function unauthorized({ info, securitySchemes }: ApiDocument, security: Security): ApiError {
  const names = new Set(security.flatMap(Object.keys));
  const challenges = [...names].map((name) => challenge(securitySchemes[name], info.title));
  return new ApiError("UNAUTHORIZED", credentialHint(securitySchemes, security), {
    headers: { "WWW-Authenticate": [...new Set(challenges)].join(", ") },
  });
}

/** A 401 must say how to authenticate (RFC 9110, 15.5.2), though nothing is registered for keys. */
function challenge(scheme: SecurityScheme | undefined, title: string): string {
  if (scheme?.type === "apiKey") return "ApiKey";
  const name = scheme?.type === "http" ? (scheme.scheme ?? "") : "bearer";
  const capitalized = name.slice(0, 1).toUpperCase() + name.slice(1);
  return name.toLowerCase() === "basic" ? `Basic realm="${quotable(title)}", charset="UTF-8"` : capitalized;
}

/** A header is ASCII. */
function quotable(text: string): string {
  return text.replaceAll(/[^ -~]|["\\]/g, "");
}

function kindOf({ type, scheme }: SecurityScheme): string {
  return type === "http" ? `http ${scheme?.toLowerCase()}` : type;
}

/** Finds the credential in a request; undefined for a kind of scheme that a request alone can't show. */
function credentialReader(scheme: SecurityScheme): CredentialReader | undefined {
  const kind = kindOf(scheme);
  if (kind === "http basic") return (req) => userAndPassword(authorization(req, "basic"));
  if (kind === "http bearer" || kind === "oauth2" || kind === "openIdConnect")
    return (req) => authorization(req, "bearer");
  const parameter = scheme.name;
  if (kind === "apiKey" && parameter !== undefined) {
    if (scheme.in === "header") return (req) => req.get(parameter);
    if (scheme.in === "query") return (req) => queryValue(req.originalUrl, parameter);
    if (scheme.in === "cookie") return (req) => cookiesOf(req.get("cookie"))[parameter];
  }
  return undefined;
}

/** The credentials of an `Authorization` header; the scheme's name is case-insensitive (RFC 9110, 11.1). */
function authorization(req: Request, scheme: string): string | undefined {
  const [given, credentials, ...rest] = (req.get("authorization") ?? "").split(/ +/);
  return given?.toLowerCase() === scheme && credentials && rest.length === 0 ? credentials : undefined;
}

/** RFC 7617, 2: `user:password` in Base64. */
function userAndPassword(encoded: string | undefined): string | undefined {
  const decoded = encoded && Buffer.from(encoded, "base64").toString("utf8");
  return decoded?.includes(":") ? decoded : undefined;
}

/** Undefined when the query has several of this name. */
function queryValue(url: string, parameter: string): string | undefined {
  const [first, ...others] = queryPairs(url).filter(([name]) => name === parameter);
  return first && others.length === 0 ? decoded(first[1]) : undefined;
}
