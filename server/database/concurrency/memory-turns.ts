import { unavailable } from "@counterpart/server/errors";
import { fairCalls } from "./fair-calls.ts";

/**
 * Runs work that takes a large part of a server's memory: decoding an image, or reading an import. One at a time in the whole
 * process; groups, which are stores, take turns.
 */
export const inMemoryTurn = fairCalls({
  maxRunning: 1,
  maxWaitingPerGroup: 4,
  maxWaiting: 40,
  timeoutMs: 60_000,
  refusal: () =>
    unavailable("Too many files are being read right now. Try again in a minute.", { retryAfterSeconds: 60 }),
});
