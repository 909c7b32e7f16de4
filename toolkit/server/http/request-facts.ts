import { takesIfMatch } from "../document/caching.ts";
import type { DocumentOperation } from "../document/document.ts";
import { hasOpenBodyType, negotiableTypes } from "../document/negotiable-types.ts";
import { preferredTypeOrRange } from "./accepted-types.ts";
import type { ExchangeRequest } from "./exchange.ts";
import { codings, entityTag, hasTagStrongly } from "./response/send-content.ts";

type Fact = (req: ExchangeRequest) => object;

/**
 * Facts from the request's headers that the operation's handler receives, as in the generated types;
 * undefined if there are none.
 */
export function requestFacts(operation: DocumentOperation): Fact | undefined {
  const types = negotiableTypes(operation);
  const facts: Fact[] = [];
  if (takesIfMatch(operation)) facts.push((req) => ({ ifMatch: ifMatch(req.headers["if-match"]) }));
  if (hasOpenBodyType(operation)) facts.push((req) => ({ contentType: req.headers["content-type"] }));
  if (types.length > 0) facts.push((req) => ({ accepts: preferredTypeOrRange(req, types) }));
  if (facts.length === 0) return undefined;
  return (req) => Object.assign({}, ...facts.map((fact) => fact(req)));
}

/**
 * Whether `If-Match` allows a change, given the body that a GET would currently send; any content coding
 * matches. Always true without the header.
 */
export type IfMatch = (body: unknown) => boolean;

export function ifMatch(header: string | undefined): IfMatch {
  if (header === undefined) return () => true;
  return (body) => hasTagStrongly(header, entityTag(JSON.stringify(body)), codings);
}
