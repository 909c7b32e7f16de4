import type { Response } from "./document.ts";

/**
 * The key of a status among an operation's documented responses: the status itself, its range (`4XX`) or `default`, the
 * most specific first; undefined when the status isn't documented.
 */
export function responseKey(responses: Record<string, Response>, status: number): string | undefined {
  return [`${status}`, `${Math.floor(status / 100)}XX`, "default"].find(
    (key) => responses[key] !== undefined,
  );
}

/** The documented response for a status; undefined when the status isn't documented. */
export function responseFor(responses: Record<string, Response>, status: number): Response | undefined {
  // Spelled out, because the server asks for each response that it sends.
  return responses[status] ?? responses[`${Math.floor(status / 100)}XX`] ?? responses.default;
}

/** HTTP knows no body for these (RFC 9110, 15), also where they are documented together with others, as `2XX` or `default`. */
const bodiless = new Set([204, 205, 304]);

/** Whether an answer with this status has no body, whatever the document says. */
export function isBodiless(status: number): boolean {
  return bodiless.has(status);
}
