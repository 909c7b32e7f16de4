import type { ApiDocument, DocumentOperation } from "../document/document.ts";
import { own } from "../document/own.ts";
import type { Security, SecurityScheme } from "../document/security.ts";
import type { RequestContext } from "../http/context.ts";
import { challengeListOf } from "../http/credentials/challenges-of.ts";
import { ApiError } from "../http/errors/api-error.ts";
import type { Page } from "../http/pages.ts";
import { sendJson } from "../http/response/send-text.ts";

/** How clients get access tokens for the tools: protected resource metadata of RFC 9728. */
export interface ProtectedResource {
  /** The tools' URL, which is the audience of their tokens (RFC 8707). */
  resource: string;
  metadataUrl: string;
  /** Their issuers. */
  authorizationServers: string[];
  /** All scopes that tools require. */
  scopes: string[];
  name: string;
}

interface Place {
  /** Without a trailing slash. */
  publicUrl: string;
  /** For example `/mcp`. */
  path: string;
  /** The service's issuers; by default those of the document's `openIdConnect` and `oauth2` schemes. */
  authorizationServers?: string[] | undefined;
}

const wellKnown = "/.well-known/oauth-protected-resource";

/**
 * @param operations of the tools
 * @returns undefined if no tool takes a bearer token, or its issuer is unknown
 */
export function protectedResourceOf(
  { info, securitySchemes }: ApiDocument,
  operations: DocumentOperation[],
  { publicUrl, path, authorizationServers }: Place,
): ProtectedResource | undefined {
  const required = operations
    .flatMap(({ security }) => security.flatMap(Object.entries<string[]>))
    .map(([name, scopes]) => ({ scheme: own(securitySchemes, name) ?? {}, scopes }))
    .filter(({ scheme }) => isBearer(scheme));
  const issuers = authorizationServers ?? required.flatMap(({ scheme }) => issuerOf(scheme) ?? []);
  if (required.length === 0 || issuers.length === 0) return undefined;
  return {
    resource: publicUrl + path,
    metadataUrl: `${publicUrl}${wellKnown}${path}`,
    authorizationServers: [...new Set(issuers)],
    scopes: [...new Set(required.flatMap(({ scopes }) => scopes))].filter(isScope),
    name: info.title,
  };
}

/** `GET /.well-known/oauth-protected-resource/mcp`, and without the path for the server's only tools. */
export function metadataPages(
  { resource, authorizationServers, scopes, name }: ProtectedResource,
  { path, isOnly }: { path: string; isOnly: boolean },
): Page[] {
  const metadata = {
    resource,
    authorization_servers: authorizationServers,
    ...(scopes.length > 0 && { scopes_supported: scopes }),
    bearer_methods_supported: ["header"],
    resource_name: name,
  };
  return [wellKnown + path, ...(isOnly ? [wellKnown] : [])].map((place) => ({
    method: "GET",
    path: place,
    handler: (_req, res) => {
      res.setHeader("Access-Control-Allow-Origin", "*");
      sendJson(res, metadata);
    },
  }));
}

/** A refusal of a missing, wrong or insufficient token, with the address of the metadata (RFC 9728, 5.1). */
export function withMetadata(
  resource: ProtectedResource,
  { document, security }: { document: ApiDocument; security: Security },
  { refusal, hasWrongCredential }: Pick<RequestContext, "refusal" | "hasWrongCredential">,
): unknown {
  if (!(refusal instanceof ApiError)) return refusal;
  const { code, message, status, headers, details, cause } = refusal;
  const metadata = `resource_metadata="${resource.metadataUrl}"`;
  const given = headers["WWW-Authenticate"] ?? "";
  const scope = resource.scopes.length > 0 ? [`scope="${resource.scopes.join(" ")}"`] : [];
  const error = hasWrongCredential ? ['error="invalid_token"'] : [];
  const challenges =
    status === 401
      ? // Clients read only the first one.
        [
          `Bearer ${[...error, ...scope, metadata].join(", ")}`,
          ...challengeListOf(document, security).filter((challenge) => challenge !== "Bearer"),
        ]
      : /^Bearer ./.test(given)
        ? [given, metadata]
        : [];
  if (challenges.length === 0) return refusal;
  return new ApiError(code, message, {
    status,
    headers: { ...headers, "WWW-Authenticate": challenges.join(", ") },
    cause,
    ...(details && { details }),
  });
}

function isBearer({ type, ...scheme }: SecurityScheme): boolean {
  if (type === "oauth2" || type === "openIdConnect") return true;
  return type === "http" && "scheme" in scheme && scheme.scheme.toLowerCase() === "bearer";
}

/** The issuer whose metadata a scheme names (RFC 8414, 3.1, and OpenID Connect Discovery, 4). */
function issuerOf(scheme: SecurityScheme): string | undefined {
  const { type } = scheme;
  const url =
    type === "openIdConnect" ? scheme.openIdConnectUrl : type === "oauth2" && scheme.oauth2MetadataUrl;
  const [, host, path = ""] =
    /^(https?:\/\/.+?)\/\.well-known\/(?:openid-configuration|oauth-authorization-server)(\/.*)?$/.exec(
      url || "",
    ) ?? [];
  return host && host + path;
}

/** RFC 6749, 3.3. */
function isScope(scope: string): boolean {
  return /^[!#-[\]-~]+$/.test(scope);
}
