import { createLog } from "@counterpart/testing";
import { expect, test } from "vitest";
import { reportLosses } from "../../server/telemetry/report-losses.ts";

const failed = { message: "Not found: https://user:hunter2@collector" };

test("a collector that is away is one line, without a stack, and one when it is back", () => {
  const lines: string[] = [];
  const report = reportLosses(createLog({ write: (line) => void lines.push(line) }));
  for (let n = 0; n < 3; n++) report(10, failed);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, reason: expect.stringContaining("Not found"), msg: "could not send traces" },
  ]);
  expect(lines.join()).not.toMatch(/stack|hunter2/);
  for (let n = 0; n < 2; n++) report(10);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: 30, lost: 30, msg: "traces are sent again" });
  report(1, failed);
  expect(lines).toHaveLength(3);
});
