import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { endSlow } from "../../server/pages/buyer/end-slow.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const slowest = { bytesPerSecond: 1000, checkEverySeconds: 20 };

/**
 * The period after which a download is ended.
 * @param written bytes in each period
 * @param writableLength bytes that wait for the client
 */
function endedAfter(written: number[], writableLength = 70_000): number | undefined {
  const socket = { bytesWritten: 500_000, writableLength };
  const destroy = vi.fn();
  const stop = endSlow({ socket, destroy } as unknown as ServerResponse, slowest);
  const period = written.findIndex((bytes) => {
    socket.bytesWritten += bytes;
    vi.advanceTimersByTime(slowest.checkEverySeconds * 1000);
    return destroy.mock.calls.length > 0;
  });
  stop();
  return period === -1 ? undefined : period + 1;
}

test("a download that is read fast enough isn't ended, however long it takes", () => {
  expect(endedAfter(Array(200).fill(20_000))).toBeUndefined();
});

test("neither is one that is sent in bursts", () => {
  expect(endedAfter([80_000, 0, 0, 0, 80_000, 0, 0, 0])).toBeUndefined();
});

test("nor one whose client has read everything that the storage gave so far", () => {
  expect(endedAfter([19_999, 0, 0, 0], 0)).toBeUndefined();
});

test.each([
  ["at first", [19_999], 1],
  ["after a fast start", [60_000, 0, 0, 0], 4],
  ["at all", [0], 1],
])("one that isn't %s is ended", (_, written, period) => {
  expect(endedAfter(written)).toBe(period);
  expect(vi.getTimerCount()).toBe(0);
});
