import type { Response } from "./document.ts";

/**
 * The key of an operation's documented response for a status, from most to least specific: the status, its
 * range (`4XX`), or `default`. Undefined if the status isn't documented.
 */
export function responseKey(responses: Record<string, Response>, status: number): string | undefined {
  return [`${status}`, `${Math.floor(status / 100)}XX`, "default"].find(
    (key) => responses[key] !== undefined,
  );
}

/** The documented response for a status; undefined if the status isn't documented. */
export function responseFor(responses: Record<string, Response>, status: number): Response | undefined {
  // Written out for speed: this runs for each response.
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
}

/** These statuses have no body in HTTP (RFC 9110, 15), even if documented as `2XX` or `default`. */
const bodiless = new Set([204, 205, 304]);

/** Whether a response with this status has no body, whatever the document says. */
export function isBodiless(status: number): boolean {
  return bodiless.has(status);
}
