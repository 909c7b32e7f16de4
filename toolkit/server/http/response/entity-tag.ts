import { hash } from "node:crypto";

/** A strong entity tag (RFC 9110, 8.8.3) for bytes, or for text that is sent as UTF-8. */
export function entityTag(content: string | Buffer): string {
  // 132 bits.
  return `"${hash("sha256", content, "base64url").slice(0, 22)}"`;
}

/** The tag of the same content in a content coding, which needs a different one (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: string): string {
  return tag.endsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** Whether `If-None-Match` is `*` or contains the tag, by weak comparison (RFC 9110, 13.1.2). */
export function hasTagWeakly(list: string, tag: string): boolean {
  if (list === tag || list.trim() === "*") return true;
  const opaque = withoutWeakness(tag);
  return tagsIn(list).some((one) => withoutWeakness(one) === opaque);
}

/**
 * Whether `If-Match` is `*` or contains the tag, in any of these codings, by strong comparison (RFC 9110,
 * 13.1.1).
 */
export function hasTagStrongly(list: string, tag: string, codings: readonly string[]): boolean {
  if (list.trim() === "*") return true;
  const known = [tag, ...codings.map((coding) => codedTag(tag, coding))];
  return tagsIn(list).some((one) => known.includes(one));
}

function tagsIn(list: string): string[] {
  return list.match(/(?:W\/)?"[^"]*"/g) ?? [];
}

function withoutWeakness(tag: string): string {
  return tag.startsWith("W/") ? tag.slice(2) : tag;
}
