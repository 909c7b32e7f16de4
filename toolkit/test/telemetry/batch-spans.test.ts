import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { type ReadableSpan, TracerProvider } from "@opentelemetry/sdk-trace";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createLog } from "../../server/log/log.ts";
import { batchSpans } from "../../server/telemetry/batch-spans.ts";

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Batches whose exports end only when the test says so. */
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

test("an unavailable collector is logged once, without a stack, and once when it is available again", async () => {
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
  expect(logged().slice(1)).toMatchObject([{ level: 30, lost: 1536, msg: "sending traces works again" }]);
  add(512);
  await settle(Object.assign(new Error("Refused"), { code: 401 }));
  expect(logged()[2]).toMatchObject({ reason: "401" });
});

test("spans beyond 2,048 in the queue are dropped, until less than a batch waits", async () => {
  const { add, settle, logged } = open();
  // The first 512 are being sent.
  add(512 + 2048 + 3);
  expect(logged()).toMatchObject([
    { reason: "Spans are created faster than they can be sent.", msg: "could not send traces" },
  ]);
  for (let n = 0; n < 4; n++) await settle();
  add(1);
  expect(logged()).toHaveLength(1);
  await settle();
  expect(logged().slice(1)).toMatchObject([{ lost: 3, msg: "sending traces works again" }]);
});
