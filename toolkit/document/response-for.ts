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
