import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { lineWriterOf } from "../../server/http/line-writer.ts";
import { createLog } from "../../server/process/log.ts";
import { bufferedOutput } from "../../server/process/log-output.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The messages of each write, and `request`, which logs a request. */
function start() {
  const writes: string[][] = [];
  const messages = (text: string) =>
    text
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line).msg);
  const output = bufferedOutput({ write: (text) => void writes.push(messages(text)) });
  const log = createLog(output);
  return { log, output, writes, request: (message: string) => lineWriterOf(log)('"n":1', message) };
}

test("the lines of requests are written together, after at most 100 ms", () => {
  const { request, writes } = start();
  request("one");
  request("two");
  expect(writes).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(writes).toEqual([["one", "two"]]);
  request("three");
  vi.advanceTimersByTime(100);
  expect(writes).toEqual([["one", "two"], ["three"]]);
});

test("all others are written at once, after what came before", () => {
  const { log, request, writes } = start();
  request("one");
  log.error("two");
  expect(writes).toEqual([["one", "two"]]);
  log.info("three");
  expect(writes).toEqual([["one", "two"], ["three"]]);
  vi.advanceTimersByTime(1000);
  expect(writes).toHaveLength(2);
});

test("what waits can be written, and isn't written twice", () => {
  const { request, output, writes } = start();
  request("one");
  output.flush();
  vi.advanceTimersByTime(1000);
  expect(writes).toEqual([["one"]]);
});

test("much is written without waiting", () => {
  const { request, writes } = start();
  for (let n = 0; n < 10_000; n++) request("one");
  expect(writes.length).toBeGreaterThan(0);
});

test("a logger without an output of ours writes lines in its own way", () => {
  const lines: string[] = [];
  const log = createLog({ write: (line) => void lines.push(line) }).child({ service: "notes" });
  lineWriterOf(log)('"n":1', "request");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ level: 30, service: "notes", n: 1, msg: "request" });
});
