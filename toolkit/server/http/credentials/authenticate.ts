import type { ApiDocument } from "../../document/document.ts";
import { own } from "../../document/own.ts";
import { isOpen, type Security, type SecurityScheme } from "../../document/security.ts";
import { cookiesOf } from "../../request/cookies.ts";
import { headerOf } from "../../request/header-of.ts";
import { decoded, queryPairs } from "../../request/query-string.ts";
import { addressOf } from "../client-address.ts";
import type { MaybePromise, Step } from "../composition/step.ts";
import type { Identity, RequestContext } from "../context.ts";
import { ApiError } from "../errors/api-error.ts";
import type { ExchangeRequest } from "../exchange.ts";
import { challengesOf, credentialHint } from "./challenges-of.ts";

/** A credential that a request presents. */
export interface Presented {
  /**
   * `user:password` for HTTP Basic; for other `Authorization` schemes, the part after the scheme's name. Empty for schemes
   * such as `mutualTLS`, whose credential is read from `request`.
   */
  credential: string;
  /** The OAuth or OpenID Connect scopes that the operation requires. */
  scopes: string[];
  /** The client's IPv4 address or IPv6 /56, for limits per address. */
  address: string;
  /** The request; its body hasn't been read yet. */
  request: Readonly<Pick<ExchangeRequest, "method" | "originalUrl" | "headers" | "socket">>;
}

/**
 * Finds the caller that a credential belongs to; undefined if it is invalid. Once the request is counted, an
 * `ApiError` is answered as it is and any other error as 500. Return a promise only if you have to wait.
 */
export type Authenticator = (presented: Presented) => Identity | undefined | Promise<Identity | undefined>;

/** One for each security scheme that the document uses. */
export type Authenticators = Record<string, Authenticator>;

/**
 * Identifies callers by the document's `security`: its alternatives in order, the empty one last; all schemes
 * of an alternative are required. The step only records a refusal, so that it is counted before it is sent.
 * @returns the step for a list of alternatives; undefined if the list is empty
 * @throws listing the security schemes in use that have no authenticator
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
    const note = (context: RequestContext, identity: Identity | undefined, req: ExchangeRequest): void => {
      if (identity) {
        context.identity = identity;
        if (identity.refusal) context.refusal = identity.refusal;
      } else if (!isOptional) {
        context.hasWrongCredential = names.some((name) => (readers.get(name)?.(req) ?? "") !== "");
        context.refusal = new ApiError("UNAUTHORIZED", credentialHint(document.securitySchemes, security), {
          headers: { "WWW-Authenticate": challengesOf(document, security) },
        });
      }
    };
    return async (req, _res, context) => {
      try {
        note(context, await firstMatch(alternatives, req), req);
      } catch (error) {
        context.refusal = error;
      }
    };
  };
}

type CredentialReader = (req: ExchangeRequest) => string | undefined;
type Identify = (req: ExchangeRequest) => MaybePromise<Identity | undefined>;
/** All of its schemes must match. */
type Alternative = Identify[];

/** A getter, since resolving the address behind proxies is slow and few authenticators need it. */
class PresentedCredential implements Presented {
  readonly credential: string;
  readonly scopes: string[];
  readonly request: ExchangeRequest;

  constructor(credential: string, scopes: string[], request: ExchangeRequest) {
    this.credential = credential;
    this.scopes = scopes;
    this.request = request;
  }

  get address(): string {
    return addressOf(this.request);
  }
}

/** Credential readers by security scheme, without those whose credential the document doesn't locate. */
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

/** The identity of the first alternative that isn't refused, else of the first one that matches. */
async function firstMatch(alternatives: Alternative[], req: ExchangeRequest): Promise<Identity | undefined> {
  let refused: Identity | undefined;
  for (const alternative of alternatives) {
    const identity = await allOf(alternative, req);
    if (identity && !identity.refusal) return identity;
    refused ??= identity;
  }
  return refused;
}

/** The merged identity of an alternative; undefined if one of its schemes doesn't match. */
async function allOf(alternative: Alternative, req: ExchangeRequest): Promise<Identity | undefined> {
  let merged: Identity | undefined;
  for (const one of alternative) {
    const found = await one(req);
    if (!found) return undefined;
    merged = merged ? both(merged, found) : found;
  }
  return merged;
}

/** Merges two identities; the first wins on conflicts. */
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

/** Reads the credential of a scheme; undefined if the document doesn't say where requests carry it. */
function credentialReader(definition: SecurityScheme): CredentialReader | undefined {
  const { type } = definition;
  if (type === "oauth2" || type === "openIdConnect") return (req) => authorization(req, "bearer");
  if (type === "http") {
    const word = definition.scheme.toLowerCase();
    if (word === "basic") return (req) => userAndPassword(authorization(req, "basic"));
    if (word === "bearer") return (req) => authorization(req, "bearer");
    // Other schemes, such as Digest, may send a list of parameters.
    return (req) => parametersOf(req, word);
  }
  if (type !== "apiKey") return undefined;
  const { in: place, name } = definition;
  if (place === "header") return (req) => headerOf(req, name);
  if (place === "query") return (req) => queryValue(req.originalUrl, name);
  return (req) => cookiesOf(req.headers.cookie)[name];
}

/** The part after the scheme's name in an `Authorization` header. */
function parametersOf(req: ExchangeRequest, scheme: string): string | undefined {
  const [, given, parameters] = /^(\S+) +(.+)$/.exec(req.headers.authorization ?? "") ?? [];
  return given?.toLowerCase() === scheme ? parameters : undefined;
}

/** The credentials of an `Authorization` header; the scheme's name is case-insensitive (RFC 9110, 11.1). */
function authorization(req: ExchangeRequest, scheme: string): string | undefined {
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

/** Undefined if the query repeats the parameter. */
function queryValue(url: string, parameter: string): string | undefined {
  const [first, ...others] = queryPairs(url).filter(([name]) => name === parameter);
  return first && others.length === 0 ? decoded(first[1]) : undefined;
}
