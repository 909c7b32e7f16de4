/** Whether a list of entity tags has one, weakly compared (RFC 9110, 8.8.3.2). `*` has all. */
export function hasTag(list: string, tag: string): boolean {
  if (list.trim() === "*") return true;
  const opaque = (one: string) => one.trim().replace(/^W\//, "");
  // Commas may be part of a tag.
  return [...list.matchAll(/(?:W\/)?"[^"]*"|[^\s,]+/g)].some(([one]) => opaque(one) === opaque(tag));
}
