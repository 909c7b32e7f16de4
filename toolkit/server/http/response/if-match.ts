import { codings } from "./content-coding.ts";
import { entityTag, hasTagStrongly } from "./entity-tag.ts";

/**
 * Whether `If-Match` allows a change, given the body that a GET would currently send; any content coding
 * matches. Always true without the header.
 */
export type IfMatch = (body: unknown) => boolean;

export function ifMatch(header: string | undefined): IfMatch {
  if (header === undefined) return () => true;
  return (body) => hasTagStrongly(header, entityTag(JSON.stringify(body)), codings);
}
