import { setImmediate as otherRequests } from "node:timers/promises";
import { unavailable } from "@counterpart/server/errors";
import { fairCalls } from "../../database/concurrency/fair-calls.ts";

export interface Slices {
  /**
   * Call it between small pieces of long work. Undefined while the current slice may go on; otherwise resolves when the next one
   * begins.
   * @param group groups take turns
   */
  next(group: string): Promise<void> | undefined;
}

/** Divides long work: the event loop serves other requests after each slice, and one slice runs in each of its turns. */
export function createSlices({ sliceMs }: { sliceMs: number }): Slices {
  const inTurn = fairCalls({
    maxRunning: 1,
    maxWaitingPerGroup: 10,
    maxWaiting: 1000,
    timeoutMs: 60_000,
    refusal: () => unavailable("Too many catalogs are being read right now. Try again in a minute."),
  });
  let endsAt = Number.NEGATIVE_INFINITY;
  return {
    next: (group) =>
      performance.now() < endsAt
        ? undefined
        : inTurn(group, async () => {
            await otherRequests();
            endsAt = performance.now() + sliceMs;
          }),
  };
}
