/**
 * Of every page. Pictures of products may be anywhere; in development they are served over http. The referrer stays
 * within the dashboard; without any, browsers would hide the origin of its own forms too.
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
