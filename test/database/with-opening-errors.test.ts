import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { waitForDatabase } from "../../server/database/with-opening-errors.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "performance"] }));
afterEach(() => void vi.useRealTimers());

const away = (code: string) => Object.assign(new Error(code), { code });

/** Opens after failing once with each of these errors. */
function opening(...errors: Error[]) {
  const lines: [string, unknown][] = [];
  const log = {
    info: (fields: object, message: string) => void lines.push([message, fields]),
    warn: (fields: object, message: string) => void lines.push([message, fields]),
  };
  const open = vi.fn(async () => {
    const error = errors.shift();
    if (error) throw error;
    return "opened";
  });
  const outcome = waitForDatabase(open, log as never).then(
    (opened) => opened,
    (error) => error,
  );
  return { open, lines, outcome };
}

test("an available database is opened at once, and nothing is logged", async () => {
  const { lines, outcome } = opening();
  expect(await outcome).toBe("opened");
  expect(lines).toEqual([]);
});

test("one that is unavailable, starting or read-only is tried each second, with a log line at the beginning and the end", async () => {
  const { open, lines, outcome } = opening(...["ECONNREFUSED", "57P03", "25006", "ENOTFOUND"].map(away));
  await vi.advanceTimersByTimeAsync(4000);
  expect(await outcome).toBe("opened");
  expect(open).toHaveBeenCalledTimes(5);
  expect(lines).toEqual([
    ["waiting for the database", { reason: "no server listens on its host and port", seconds: 60 }],
    ["the database is available", { seconds: 4 }],
  ]);
});

test("after a minute, its last error ends the start", async () => {
  const { open, lines, outcome } = opening(...Array.from({ length: 200 }, () => away("57P03")));
  await vi.advanceTimersByTimeAsync(59_000);
  expect(open).toHaveBeenCalledTimes(60);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await outcome).toMatchObject({ code: "57P03" });
  expect(open).toHaveBeenCalledTimes(61);
  expect(lines).toHaveLength(1);
});

test("an error that waiting can't fix ends the start at once, even during the wait", async () => {
  const first = opening(away("28P01"));
  expect(await first.outcome).toMatchObject({ code: "28P01" });
  const { open, outcome } = opening(away("ECONNREFUSED"), away("3D000"));
  await vi.advanceTimersByTimeAsync(2000);
  expect(await outcome).toMatchObject({ code: "3D000" });
  expect(open).toHaveBeenCalledTimes(2);
});
