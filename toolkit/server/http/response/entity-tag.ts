import { hash } from "node:crypto";

/**
 * A strong entity tag (RFC 9110, 8.8.3): of the bytes of a response, or of the text that is sent as UTF-8.
 */
export function entityTag(content: string | Buffer): string {
  // 132 bits.
  return `"${hash("sha256", content, "base64url").slice(0, 22)}"`;
}

/** The tag of the same content in a content coding: to the byte it is another (RFC 9110, 8.8.3.3). */
export function codedTag(tag: string, coding: string): string {
  return tag.endsWith('"') ? `${tag.slice(0, -1)}-${coding}"` : tag;
}

/** Whether `If-None-Match` has the tag, compared weakly, or is `*` (RFC 9110, 13.1.2). */
export function hasTagWeakly(list: string, tag: string): boolean {
  if (list === tag || list.trim() === "*") return true;
  const opaque = withoutWeakness(tag);
  return tagsIn(list).some((one) => withoutWeakness(one) === opaque);
}

/** Whether `If-Match` has the tag, compared strongly, in one of these codings or in none; or is `*` (RFC 9110, 13.1.1). */
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
