import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { batchSpans } from "../../server/telemetry/batch-spans.ts";
import type { ExportError } from "../../server/telemetry/export-in-thread.ts";
import { requestSpan, type Span } from "../../server/telemetry/span.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

const span = requestSpan({ traceId: "a".repeat(32), parentSpanId: undefined }, undefined);

/** Batches whose exporter keeps them until it is told what becomes of them. */
function open() {
  const batches: { spans: Span[]; done: (error?: ExportError) => void }[] = [];
  const reports: [number, string | undefined][] = [];
  const exporter = {
    export: (spans: Span[], done: (error?: ExportError) => void) => void batches.push({ spans, done }),
    close: vi.fn(async () => {}),
  };
  const { add, close } = batchSpans(exporter, (spans, error) => void reports.push([spans, error?.message]));
  const addMany = (count: number): void => {
    for (let n = 0; n < count; n++) add(span);
  };
  return {
    addMany,
    close,
    exporter,
    batches,
    reports,
    sizes: () => batches.map(({ spans }) => spans.length),
  };
}

test("few are sent together after five seconds", () => {
  const { addMany, sizes } = open();
  addMany(2);
  vi.advanceTimersByTime(4900);
  addMany(1);
  expect(sizes()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(sizes()).toEqual([3]);
  vi.advanceTimersByTime(60_000);
  expect(sizes()).toEqual([3]);
});

test("512 are sent at once, and those after them have five seconds of their own", () => {
  const { addMany, sizes } = open();
  addMany(1);
  vi.advanceTimersByTime(4000);
  addMany(512);
  expect(sizes()).toEqual([512]);
  vi.advanceTimersByTime(4900);
  expect(sizes()).toEqual([512]);
  vi.advanceTimersByTime(100);
  expect(sizes()).toEqual([512, 1]);
});

test("what is made while 2,048 aren't sent is lost, which is over when all of these are", () => {
  const { addMany, batches, reports, sizes } = open();
  addMany(2048 + 3);
  expect(sizes()).toEqual([512, 512, 512, 512]);
  const lost = [1, "Spans are made faster than they are sent."];
  expect(reports).toEqual([lost, lost, lost]);
  batches[0]?.done();
  addMany(1);
  for (const { done } of batches.slice(1)) done();
  // They have arrived, but one is still waiting.
  expect(reports).toHaveLength(3);
  vi.advanceTimersByTime(5000);
  batches[4]?.done();
  expect(reports.slice(3)).toEqual([[1, undefined]]);
});

test("a batch that doesn't arrive is reported with its reason", () => {
  const { addMany, batches, reports } = open();
  addMany(512);
  batches[0]?.done({ message: "away" });
  expect(reports).toEqual([[512, "away"]]);
});

test("at the end, what is left is sent", async () => {
  const { addMany, close, exporter, sizes } = open();
  addMany(2);
  await close();
  expect(sizes()).toEqual([2]);
  expect(exporter.close).toHaveBeenCalledOnce();
  vi.advanceTimersByTime(60_000);
  expect(sizes()).toEqual([2]);
});
