import type { ApiDocument } from "../../document/document.ts";

/** Headers identical on every response: security headers, and those with a `const` in the document. */
export function lastingHeaders({
  constantHeaders,
}: Pick<ApiDocument, "constantHeaders">): Record<string, string> {
  const headers = { ...forJson };
  for (const [name, value] of Object.entries(constantHeaders)) {
    // Names are case-insensitive (RFC 9110, 5.1).
    for (const same of Object.keys(headers).filter((one) => one.toLowerCase() === name.toLowerCase()))
      delete headers[same];
    headers[name] = value;
  }
  return headers;
}

/**
 * The headers that matter for JSON (OWASP REST Security Cheat Sheet): no executing, framing, sniffing or
 * storing, and only HTTPS. HTML pages get helmet's, in `createPageFinder`.
 */
const forJson: Record<string, string> = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none';frame-ancestors 'none'",
  "Strict-Transport-Security": "max-age=31536000; includeSubDomains",
  "X-Content-Type-Options": "nosniff",
};
