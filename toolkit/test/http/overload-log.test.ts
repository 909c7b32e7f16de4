import { createLog } from "@counterpart/testing";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createOverloadLog } from "../../server/http/errors/respond-to-errors.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("an overload is logged when it begins and when no request has been refused for a while", () => {
  const lines: string[] = [];
  const note = createOverloadLog(createLog({ write: (line) => void lines.push(line) }));
  for (let n = 0; n < 100; n++) {
    note({ operationId: "createCart", reason: "Too many at once." });
    vi.advanceTimersByTime(1000);
  }
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    {
      level: 40,
      time: expect.any(String),
      operationId: "createCart",
      reason: "Too many at once.",
      msg: "refusing requests for now",
    },
  ]);
  vi.advanceTimersByTime(10_000);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: 30, seconds: 99, refused: 100 });
  note({ operationId: undefined, reason: "Too many at once." });
  expect(lines).toHaveLength(3);
});
