/** Headers of HTTP itself. Libraries set and read them before the document's headers are considered. */
const headersOfHttp = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

export function isHeaderOfHttp(name: string): boolean {
  return headersOfHttp.has(name.toLowerCase());
}

/** Whether HTTP allows this name for a header, a cookie or an authentication scheme (RFC 9110, 5.6.2). */
export function isToken(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}
