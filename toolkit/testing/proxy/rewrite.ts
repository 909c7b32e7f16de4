import type { HeaderLines } from "../judge/exchange.ts";

/** What is adapted to the proxy's address. Everything else passes unchanged. */
export interface Rewrite {
  /** Sends the upstream server its own `Host`. */
  host?: boolean;
  /** Removes `Domain` from cookies, so that they belong to the proxy's host. */
  cookies?: boolean;
  /** Replaces the upstream server's address in `Location`. */
  redirects?: boolean;
}

export function rewriteRequest(headers: HeaderLines, { host }: Rewrite, upstream: URL): HeaderLines {
  if (!host) return headers;
  return headers.map(([name, value]) => [name, name.toLowerCase() === "host" ? upstream.host : value]);
}

/** @param proxy the proxy's address as the client knows it, without a trailing slash */
export function rewriteResponse(
  headers: HeaderLines,
  { cookies, redirects }: Rewrite,
  { upstream, proxy }: { upstream: URL; proxy: string },
): HeaderLines {
  if (!cookies && !redirects) return headers;
  return headers.map(([name, value]) => {
    const lower = name.toLowerCase();
    if (cookies && lower === "set-cookie") return [name, value.replace(/;\s*domain=[^;]*/i, "")];
    if (redirects && lower === "location") return [name, movedLocation(value, upstream, proxy)];
    return [name, value];
  });
}

function movedLocation(location: string, upstream: URL, proxy: string): string {
  const prefix = upstream.pathname.replace(/\/$/, "");
  const isAbsolute = location === upstream.origin || location.startsWith(`${upstream.origin}/`);
  const rest = isAbsolute ? location.slice(upstream.origin.length) : location;
  const path =
    prefix !== "" && (rest === prefix || rest.startsWith(`${prefix}/`)) ? rest.slice(prefix.length) : rest;
  if (isAbsolute) return proxy + path;
  return location.startsWith("/") ? path || "/" : location;
}
