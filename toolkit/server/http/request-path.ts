import type { Request } from "express";

/** The path of a request as it was sent. Express parses the whole address for it. */
export function pathOf(req: Request): string {
  const { url } = req;
  // What a proxy gets may be absolute (RFC 9112, 3.2.2).
  if (!url.startsWith("/") || url.includes("#")) return req.path;
  const at = url.indexOf("?");
  return at < 0 ? url : url.slice(0, at);
}
