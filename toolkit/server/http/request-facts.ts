import type { Request } from "express";
import { takesIfMatch } from "../document/caching.ts";
import type { DocumentOperation } from "../document/document.ts";
import { findMediaType } from "../document/media-types.ts";
import { hasOpenBodyType, negotiableTypes } from "../document/negotiable-types.ts";
import { ifMatch } from "./response/if-match.ts";

type Fact = (req: Request) => object;

/**
 * Facts from the request's headers that the operation's handler receives, as in the generated types;
 * undefined if there are none.
 */
export function requestFacts(operation: DocumentOperation): Fact | undefined {
  const types = negotiableTypes(operation);
  const facts: Fact[] = [];
  if (takesIfMatch(operation)) facts.push((req) => ({ ifMatch: ifMatch(req.headers["if-match"]) }));
  if (hasOpenBodyType(operation)) facts.push((req) => ({ contentType: req.headers["content-type"] }));
  if (types.length > 0) facts.push((req) => ({ accepts: preferredType(req, types) }));
  if (facts.length === 0) return undefined;
  return (req) => Object.assign({}, ...facts.map((fact) => fact(req)));
}

/** The documented media type (or range) that the caller prefers; undefined if none is acceptable. */
function preferredType(req: Request, types: string[]): string | undefined {
  const best = req.accepts(types);
  if (best) return best;
  return req.accepts().flatMap((one) => findMediaType(types, one) ?? [])[0];
}
