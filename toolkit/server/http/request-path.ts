import type { Request } from "express";

/** The request's path as sent. Faster than `req.path`, which parses the whole URL. */
export function pathOf(req: Request): string {
  const { url } = req;
  // Clients may send an absolute URL, as to a proxy (RFC 9112, 3.2.2).
  if (!url.startsWith("/") || url.includes("#")) return req.path;
  const at = url.indexOf("?");
  return at < 0 ? url : url.slice(0, at);
}
