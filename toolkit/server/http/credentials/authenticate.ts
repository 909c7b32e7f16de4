import type { Request } from "express";
import type { ApiDocument } from "../../document/document.ts";
import { own } from "../../document/own.ts";
import { isOpen, type Security, type SecurityScheme } from "../../document/security.ts";
import { cookiesOf } from "../../request/cookies.ts";
import { headerOf } from "../../request/header-of.ts";
import { decoded, queryPairs } from "../../request/query-string.ts";
import { addressOf } from "../client-address.ts";
import { type MaybePromise, mapMaybePromise } from "../composition/maybe-promise.ts";
import type { Step } from "../composition/step.ts";
import type { Identity, RequestContext } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import { credentialHint } from "./credential-hint.ts";

/** A credential that a request presents. */
export interface Presented {
  /**
   * `user:password` for HTTP Basic, what follows the scheme's name for others in `Authorization`. Empty for a scheme of
   * which the document doesn't say what a request carries, such as `mutualTLS`: the request is there to find out.
   */
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
 * Throws at start, naming them all, when schemes in use have no authenticator.
 * @returns the step for a list of alternatives; undefined where it is empty
 */
export function createAuthentication(document: ApiDocument, authenticators: Authenticators) {
  const readers = credentialReaders(document, authenticators);
  return (security: Security): Step | undefined => {
    if (security.length === 0) return undefined;
    const isOptional = isOpen(security);
    const alternatives = security.map((alternative) =>
      Object.entries(alternative).map(([name, scopes]): Identify => {
        const read = readers.get(name);
        return (req) => {
          const credential = read?.(req) ?? "";
          if (read && credential === "") return undefined;
          return own(authenticators, name)?.(new PresentedCredential(credential, scopes, req));
        };
      }),
    );
    const names = [...new Set(security.flatMap(Object.keys))];
    const note = (context: RequestContext, identity: Identity | undefined, req: Request): void => {
      if (identity) {
        context.identity = identity;
        if (identity.refusal) context.refusal = identity.refusal;
      } else if (!isOptional) {
        context.hasWrongCredential = names.some((name) => (readers.get(name)?.(req) ?? "") !== "");
        context.refusal = unauthorized(document, security);
      }
    };
    return (req, _res, context) => {
      try {
        const found = firstMatch(alternatives, req);
        if (!(found instanceof Promise)) return note(context, found, req);
        return found
          .then((identity) => note(context, identity, req))
          .catch((error: unknown) => {
            context.refusal = error;
          });
      } catch (error) {
        context.refusal = error;
      }
    };
  };
}

type CredentialReader = (req: Request) => string | undefined;
type Identify = (req: Request) => MaybePromise<Identity | undefined>;
/** All of its schemes. */
type Alternative = Identify[];

/** To find out the address behind proxies takes longer than to look up a key, and few authenticators ask. */
class PresentedCredential implements Presented {
  readonly credential: string;
  readonly scopes: string[];
  readonly request: Request;

  constructor(credential: string, scopes: string[], request: Request) {
    this.credential = credential;
    this.scopes = scopes;
    this.request = request;
  }

  get address(): string {
    return addressOf(this.request);
  }
}

/** How to find the credential of each security scheme in use; schemes whose credential no request shows aren't there. */
function credentialReaders(
  document: ApiDocument,
  authenticators: Authenticators,
): Map<string, CredentialReader> {
  const readers = new Map<string, CredentialReader>();
  const used = [...document.operations.map(({ security }) => security), document.security ?? []];
  const missing: string[] = [];
  for (const name of new Set(used.flat().flatMap(Object.keys))) {
    const reader = credentialReader(own(document.securitySchemes, name) ?? {});
    if (!own(authenticators, name)) missing.push(name);
    else if (reader) readers.set(name, reader);
  }
  if (missing.length > 0) {
    throw new Error(`These security schemes are in use and have no authenticator: ${missing.join(", ")}.`);
  }
  return readers;
}

function firstMatch(alternatives: Alternative[], req: Request, at = 0): MaybePromise<Identity | undefined> {
  const alternative = alternatives[at];
  if (!alternative) return undefined;
  return mapMaybePromise(
    allOf(alternative, req),
    (identity) => identity ?? firstMatch(alternatives, req, at + 1),
  );
}

/** The combined result of all schemes of an alternative; undefined when one of them finds nobody. */
function allOf(
  alternative: Alternative,
  req: Request,
  at = 0,
  before?: Identity,
): MaybePromise<Identity | undefined> {
  const one = alternative[at];
  if (!one) return before;
  return mapMaybePromise(
    one(req),
    (found) => found && allOf(alternative, req, at + 1, before ? both(before, found) : found),
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
  const challenges = [...names].map((name) => challenge(name, own(securitySchemes, name), info.title));
  return new ApiError("UNAUTHORIZED", credentialHint(securitySchemes, security), {
    headers: { "WWW-Authenticate": [...new Set(challenges)].join(", ") },
  });
}

/** A 401 must say how to authenticate (RFC 9110, 15.5.2), though nothing is registered for keys and certificates. */
function challenge(name: string, definition: SecurityScheme = {}, title: string): string {
  const { type } = definition;
  if (type === "apiKey") return "ApiKey";
  if (type === "oauth2" || type === "openIdConnect") return "Bearer";
  const word = type === "http" ? definition.scheme : name;
  if (word.toLowerCase() === "basic") return `Basic realm="${quotable(title)}", charset="UTF-8"`;
  return capitalized(word.replaceAll(/[^\w!#$%&'*+.^`|~-]+/g, "-"));
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** A header is ASCII. */
function quotable(text: string): string {
  return text.replaceAll(/[^ -~]|["\\]/g, "");
}

/** Finds the credential in a request; undefined where the document doesn't say what a request carries. */
function credentialReader(definition: SecurityScheme): CredentialReader | undefined {
  const { type } = definition;
  if (type === "oauth2" || type === "openIdConnect") return (req) => authorization(req, "bearer");
  if (type === "http") {
    const word = definition.scheme.toLowerCase();
    if (word === "basic") return (req) => userAndPassword(authorization(req, "basic"));
    if (word === "bearer") return (req) => authorization(req, "bearer");
    // The credentials of others may be a list of parameters, as those of Digest are.
    return (req) => parametersOf(req, word);
  }
  if (type !== "apiKey") return undefined;
  const { in: place, name } = definition;
  if (place === "header") return (req) => headerOf(req, name);
  if (place === "query") return (req) => queryValue(req.originalUrl, name);
  return (req) => cookiesOf(req.get("cookie"))[name];
}

/** What follows the scheme's name in an `Authorization` header. */
function parametersOf(req: Request, scheme: string): string | undefined {
  const [, given, parameters] = /^(\S+) +(.+)$/.exec(req.get("authorization") ?? "") ?? [];
  return given?.toLowerCase() === scheme ? parameters : undefined;
}

/** The credentials of an `Authorization` header; the scheme's name is case-insensitive (RFC 9110, 11.1). */
function authorization(req: Request, scheme: string): string | undefined {
  const header = req.headers.authorization ?? "";
  const at = header.indexOf(" ");
  if (at !== scheme.length || header.slice(0, at).toLowerCase() !== scheme) return undefined;
  const credentials = header.slice(at).trimStart();
  return credentials === "" || credentials.includes(" ") ? undefined : credentials;
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
