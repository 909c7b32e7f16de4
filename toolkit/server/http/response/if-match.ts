import { codings } from "./content-coding.ts";
import { entityTag, hasTagStrongly } from "./entity-tag.ts";

/**
 * Whether `If-Match` allows a change while a GET would answer with this body, in any content coding. It does when it
 * wasn't sent.
 */
export type IfMatch = (body: unknown) => boolean;

export function ifMatch(header: string | undefined): IfMatch {
  if (header === undefined) return () => true;
  return (body) => hasTagStrongly(header, entityTag(JSON.stringify(body)), codings);
}
