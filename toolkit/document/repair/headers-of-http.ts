/** Headers by which HTTP carries a message; libraries set and read them, before anybody looks for what a document has. */
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
