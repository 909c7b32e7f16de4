import type { ExchangeRequest } from "./exchange.ts";

/** The request's path as sent. */
export function pathOf({ url }: Pick<ExchangeRequest, "url">): string {
  const end = url.search(/[?#]/);
  const path = end < 0 ? url : url.slice(0, end);
  if (path.startsWith("/")) return path;
  // Clients may send an absolute URL, as to a proxy (RFC 9112, 3.2.2).
  return path.replace(/^[a-z][a-z\d+.-]*:\/\/[^/]*/i, "") || "/";
}
