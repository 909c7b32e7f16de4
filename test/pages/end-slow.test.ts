import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSlow } from "../../server/pages/buyer/end-slow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const rate = { bytesPerSecond: 1000, perMs: 20_000 };

/** @param written bytes in each period */
function slowAfter(written: number[]) {
  const socket = { bytesWritten: 500_000 };
  const destroy = vi.fn();
  const stop = endSlow({ socket, destroy } as unknown as ServerResponse, rate);
  for (const [period, bytes] of written.entries()) {
    socket.bytesWritten += bytes;
    vi.advanceTimersByTime(rate.perMs);
    if (destroy.mock.calls.length > 0) return { period, stop };
  }
  stop();
  return { period: undefined, stop };
}

test("a download that is read fast enough isn't ended, however long it takes", () => {
  expect(slowAfter(Array(200).fill(20_000)).period).toBeUndefined();
});

test("one that is read too slowly is ended in that period, also after a fast start", () => {
  const { period, stop } = slowAfter([5_000_000, 20_000, 19_999, 5_000_000]);
  stop();
  expect(period).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});
