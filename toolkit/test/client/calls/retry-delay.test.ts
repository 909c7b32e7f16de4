import { expect, test, vi } from "vitest";
import { delayAfter, growingDelay } from "../../../client/calls/retry-delay.ts";

const answer = (status: number, retryAfter?: string) =>
  new Response(null, { status, headers: retryAfter === undefined ? {} : { "Retry-After": retryAfter } });

test.each([429, 500, 502, 503, 504])("%i passes by itself", (status) => {
  expect(delayAfter(answer(status), 1)).toBeGreaterThan(0);
});

test.each([200, 304, 400, 401, 404, 409, 412, 501])("%i stays the same", (status) => {
  expect(delayAfter(answer(status), 1)).toBeUndefined();
});

test("409 passes with Retry-After: the first request with the key is still in progress", () => {
  expect(delayAfter(answer(409, "1"), 1)).toBeGreaterThanOrEqual(1000);
});

test("Retry-After is the shortest delay, in seconds or as a date", () => {
  vi.useFakeTimers({ now: new Date("2030-01-01T00:00:00Z") });
  const delays = ["3", " 3 ", "Tue, 01 Jan 2030 00:00:03 GMT"].map((text) =>
    delayAfter(answer(503, text), 1),
  );
  const past = delayAfter(answer(503, "Tue, 01 Jan 2020 00:00:00 GMT"), 1);
  vi.useRealTimers();
  for (const delay of delays) {
    expect(delay).toBeGreaterThanOrEqual(3000);
    expect(delay).toBeLessThan(4000);
  }
  expect(past).toBeLessThan(1000);
});

test("a Retry-After that can't be read is ignored", () => {
  expect(delayAfter(answer(503, "soon"), 1)).toBeLessThanOrEqual(500);
});

test("the delay grows up to eight seconds, and half of it is random", () => {
  for (const [attempt, longest] of [
    [1, 500],
    [2, 1000],
    [3, 2000],
    [20, 8000],
  ] as const) {
    const delays = Array.from({ length: 50 }, () => growingDelay(attempt));
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(longest / 2);
    expect(Math.max(...delays)).toBeLessThanOrEqual(longest);
    expect(new Set(delays).size).toBeGreaterThan(1);
  }
});
