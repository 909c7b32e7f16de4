import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createQuietTime } from "../../server/process/documents/compile-ahead.ts";

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "setImmediate", "clearImmediate"] });
  onTestFinished(() => void vi.useRealTimers());
});

/** A server whose requests are counted by hand, and the work done in its quiet time. */
function quietServer() {
  const requests = { open: 0, begun: 0 };
  const time = createQuietTime({ open: () => requests.open, begun: () => requests.begun });
  let runs = 0;
  const cancel = time.whenQuiet(() => runs++);
  const runsAfter = (ms: number) => {
    vi.advanceTimersByTime(ms);
    return runs;
  };
  return { requests, runsAfter, cancel };
}

test("without requests, work runs at once", () => {
  expect(quietServer().runsAfter(0)).toBe(1);
});

test("work waits while requests arrive", () => {
  const { requests, runsAfter } = quietServer();
  for (let n = 0; n < 10; n++) {
    requests.begun++;
    expect(runsAfter(49)).toBe(0);
  }
  expect(runsAfter(100)).toBe(1);
});

test("work waits for the end of a long request", () => {
  const { requests, runsAfter } = quietServer();
  requests.begun++;
  requests.open++;
  expect(runsAfter(10_000)).toBe(0);
  requests.open--;
  expect(runsAfter(50)).toBe(1);
});

test.each([0, 1])("cancelled work never runs, after %i requests", (begun) => {
  const { requests, runsAfter, cancel } = quietServer();
  requests.begun += begun;
  if (begun > 0) expect(runsAfter(0)).toBe(0);
  cancel();
  expect(runsAfter(10_000)).toBe(0);
});
