import { createHash, randomBytes } from "node:crypto";
import { isOpen, keyNames } from "@counterpart/server/document";
import { queryPairs } from "@counterpart/server/request";
import { own } from "@counterpart/server/values";
import type { ObservedRequest } from "../exchange.ts";

/** Headers that carry credentials although no document says so, and those that select a tenant. */
const typicalHeader =
  /^authorization$|^cookie$|^x-.*(key|token|auth|session|signature|tenant|account|user|org)/;

/** Names a caller by a hash, so that credentials aren't kept. Empty for a request without any. */
type NameCaller = (observed: ObservedRequest) => string;

export function createCallerNames(): NameCaller {
  const salt = randomBytes(16);
  return (observed) => {
    const presented = presentedCredentials(observed);
    if (presented.length === 0) return "";
    return createHash("sha256").update(salt).update(presented.join("\n")).digest("base64url").slice(0, 22);
  };
}

/** Everything in a request that may be a credential. */
function presentedCredentials(observed: ObservedRequest): string[] {
  const { document, operation, requestHeaders, pathname, search } = observed;
  const names = new Set(documentedHeaders(observed));
  const headers = [...requestHeaders].filter(([name]) => names.has(name) || typicalHeader.test(name));
  const keys = new Set(operation ? keyNames(document, operation, "query") : []);
  const query = keys.size === 0 ? [] : queryPairs(pathname + search).filter(([name]) => keys.has(name));
  return [...headers, ...query].map(([name, value]) => `${name}: ${value}`);
}

function documentedHeaders({ document, operation }: ObservedRequest): string[] {
  const names = operation ? keyNames(document, operation, "header") : [];
  return names.map((name) => name.toLowerCase());
}

/**
 * Whether the document requires a credential that a request has to carry. A client certificate isn't part of
 * the request.
 */
export function requiresCredential({ document, operation }: ObservedRequest): boolean {
  const security = operation?.security ?? [];
  if (isOpen(security)) return false;
  return security.every((alternative) =>
    Object.keys(alternative).some((scheme) => {
      const type = own(document.securitySchemes, scheme)?.type;
      return type !== undefined && type !== "mutualTLS";
    }),
  );
}
