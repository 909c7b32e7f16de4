import { describe, expect, test, vi } from "vitest";
import { type BatchBounds, batchCalls } from "../../../server/database/concurrency/batched-calls.ts";

class Busy extends Error {}
const bounds: BatchBounds = { maxRunning: 1, maxSize: 10, maxWaitMs: 600_000, refusal: () => new Busy() };

/** Lets pending callbacks run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Doubles numbers, in batches that the test ends. */
function doubling(changed: Partial<BatchBounds> = {}) {
  const batches: { calls: number[]; end: () => void; fail: (error: Error) => void }[] = [];
  const double = batchCalls(
    (calls: number[]) =>
      new Promise<number[]>((resolve, reject) => {
        const end = () => resolve(calls.map((call) => 2 * call));
        batches.push({ calls, end, fail: reject });
      }),
    { ...bounds, ...changed },
  );
  return { double, batches, callsOf: () => batches.map(({ calls }) => calls) };
}

describe("calls in batches", () => {
  test("of one turn of the event loop run together, each with its own result", async () => {
    const { double, batches, callsOf } = doubling();
    const results = [double(1), double(2)];
    await turn();
    expect(callsOf()).toEqual([[1, 2]]);
    batches[0]?.end();
    expect(await Promise.all(results)).toEqual([2, 4]);
  });

  test("run a limited number of batches at a time, and the next one when a batch ends", async () => {
    const { double, batches, callsOf } = doubling({ maxRunning: 2 });
    const results: Promise<number>[] = [];
    for (const call of [1, 2, 3, 4]) {
      results.push(double(call));
      await turn();
    }
    expect(callsOf()).toEqual([[1], [2]]);
    batches[1]?.end();
    await turn();
    await turn();
    expect(callsOf()).toEqual([[1], [2], [3, 4]]);
    for (const { end } of batches) end();
    expect(await Promise.all(results)).toEqual([2, 4, 6, 8]);
  });

  test("fill a batch up to its limit, and the rest follows", async () => {
    const { double, batches, callsOf } = doubling({ maxSize: 2 });
    const results = [1, 2, 3].map(double);
    for (const batch of [[1, 2], [3]]) {
      await turn();
      await turn();
      expect(callsOf().at(-1)).toEqual(batch);
      batches.at(-1)?.end();
    }
    expect(await Promise.all(results)).toEqual([2, 4, 6]);
  });

  test("fail with their batch, and only with it", async () => {
    const { double, batches } = doubling();
    const results = Promise.allSettled([double(1), double(2)]);
    await turn();
    const next = double(3);
    batches[0]?.fail(new Error("connection lost"));
    expect(await results).toMatchObject([
      { reason: { message: "connection lost" } },
      { reason: { message: "connection lost" } },
    ]);
    await turn();
    batches[1]?.end();
    expect(await next).toBe(6);
  });

  test("are refused when they waited too long, and then never run", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    try {
      const { double, batches, callsOf } = doubling({ maxWaitMs: 50 });
      const first = double(1);
      await turn();
      const late = expect(double(2)).rejects.toThrow(Busy);
      vi.advanceTimersByTime(51);
      const inTime = double(3);
      batches[0]?.end();
      await late;
      expect(callsOf()).toEqual([[1], [3]]);
      batches[1]?.end();
      expect(await Promise.all([first, inTime])).toEqual([2, 6]);
    } finally {
      vi.useRealTimers();
    }
  });
});
