import { mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { createLog } from "../../server/log/log.ts";
import { fileOutput } from "../../server/log/log-output.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A log, and the messages in its file so far. */
function start() {
  const folder = mkdtempSync(path.join(tmpdir(), "counterpart-log-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "log");
  const output = fileOutput(openSync(file, "a"));
  const lines = () => readFileSync(file, "utf8").split("\n").slice(0, -1);
  return { log: createLog(output), output, messages: () => lines().map((line) => JSON.parse(line).msg) };
}

test("lines are written together, after at most 100 ms", () => {
  const { log, messages } = start();
  log.info("one");
  log.info("two");
  expect(messages()).toEqual([]);
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual(["one", "two"]);
  log.info("three");
  vi.advanceTimersByTime(100);
  expect(messages()).toEqual(["one", "two", "three"]);
});

test("warnings and errors are written at once, after earlier lines, also those of child loggers", () => {
  const { log, messages } = start();
  log.info("one");
  log.warn("two");
  expect(messages()).toEqual(["one", "two"]);
  log.child({ system: "database" }).error("three");
  expect(messages()).toEqual(["one", "two", "three"]);
});

test("waiting lines can be flushed, and aren't written twice", () => {
  const { log, output, messages } = start();
  log.info("one");
  output.flushSync();
  vi.advanceTimersByTime(1000);
  expect(messages()).toEqual(["one"]);
});

test("many lines are written without waiting", () => {
  const { log, messages } = start();
  for (let n = 0; n < 1000; n++) log.info("one");
  expect(messages().length).toBeGreaterThan(0);
});
