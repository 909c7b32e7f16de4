import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { type ReadableSpan, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../../server/log/log.ts";
import { batchSpans } from "../../server/telemetry/batch-spans.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Batches whose exporter keeps them until it is told what becomes of them. */
function open() {
  const lines: string[] = [];
  const batches: { spans: ReadableSpan[]; done: (result: ExportResult) => void }[] = [];
  const exporter = {
    export: (spans: ReadableSpan[], done: (result: ExportResult) => void) =>
      void batches.push({ spans, done }),
    shutdown: async () => {},
  };
  const log = createLog({ write: (line) => void lines.push(line) });
  const tracer = new TracerProvider({ spanProcessors: [batchSpans(exporter, log)] }).getTracer("test");
  return {
    lines,
    logged: () => lines.map((line) => JSON.parse(line)),
    add(count: number) {
      for (let n = 0; n < count; n++) tracer.startSpan("span").end();
    },
    /** Ends an export, and lets the next one begin. */
    async settle(error?: Error) {
      const { done } = batches.shift() ?? {};
      done?.(error ? { code: ExportResultCode.FAILED, error } : { code: ExportResultCode.SUCCESS });
      await vi.advanceTimersByTimeAsync(5000);
    },
  };
}

test("a collector that is away is one line, without a stack, and one when it is back", async () => {
  const { add, settle, lines, logged } = open();
  for (let n = 0; n < 3; n++) {
    add(512);
    await settle(new Error("Not found: https://user:hunter2@collector"));
  }
  expect(logged()).toMatchObject([
    { level: 40, reason: expect.stringContaining("Not found"), msg: "could not send traces" },
  ]);
  expect(lines.join()).not.toMatch(/stack|hunter2/);
  for (let n = 0; n < 2; n++) {
    add(512);
    await settle();
  }
  expect(logged().slice(1)).toMatchObject([{ level: 30, lost: 1536, msg: "traces are sent again" }]);
  add(512);
  await settle(Object.assign(new Error("Refused"), { code: 401 }));
  expect(logged()[2]).toMatchObject({ reason: "401" });
});

test("spans that find 2,048 in the queue are lost, until less than a batch waits", async () => {
  const { add, settle, logged } = open();
  // The first 512 are on their way.
  add(512 + 2048 + 3);
  expect(logged()).toMatchObject([
    { reason: "Spans are made faster than they are sent.", msg: "could not send traces" },
  ]);
  for (let n = 0; n < 4; n++) await settle();
  add(1);
  expect(logged()).toHaveLength(1);
  await settle();
  expect(logged().slice(1)).toMatchObject([{ lost: 3, msg: "traces are sent again" }]);
});
