import type { RateLimit } from "@counterpart/server/document/document";

const windows: Record<number, string> = { 1: "a second", 60: "a minute", 3600: "an hour", 86400: "a day" };

/** The sentence of an operation that is counted in a scope. */
export function rateLimitText(scope: string, { limit, windowSeconds }: RateLimit): string {
  const requests = `${new Intl.NumberFormat("en").format(limit)} ${limit === 1 ? "request" : "requests"}`;
  const window = windows[windowSeconds] ?? `in ${windowSeconds} seconds`;
  return `Counts towards the limit of \`${scope}\`: ${requests} ${window}.`;
}
