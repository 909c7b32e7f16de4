/**
 * The path and the query of a request's target, which may be an absolute URL (RFC 9112, 3.2.2).
 * @returns the query with its question mark, or empty
 */
export function splitTarget(target: string): { pathname: string; search: string } {
  const own = target.replace(/^https?:\/\/[^/?]*/i, "");
  const at = own.indexOf("?");
  return at === -1 ? { pathname: own, search: "" } : { pathname: own.slice(0, at), search: own.slice(at) };
}
