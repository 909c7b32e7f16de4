/**
 * The headers of every page. Product images may come from any host, in development also over http. The
 * referrer is sent within the dashboard, because without it browsers would hide the origin of our own forms too.
 */
export function pageHeaders(pictures: "https:" | "http: https:"): Record<string, string> {
  return {
    "Content-Security-Policy": [
      "default-src 'none'",
      "style-src 'self'",
      "script-src 'self'",
      "connect-src 'self'",
      `img-src 'self' ${pictures}`,
      "form-action 'self'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
    "Cache-Control": "no-store",
    "Referrer-Policy": "same-origin",
    "X-Robots-Tag": "noindex",
  };
}
