import { createLog } from "@counterpart/toolkit/testing";
import { type ExportResult, ExportResultCode } from "@opentelemetry/core";
import { expect, test } from "vitest";
import { reportLosses } from "../../telemetry/report-losses.ts";

const failed = {
  code: ExportResultCode.FAILED,
  error: new Error("Not found: https://user:hunter2@collector"),
};

test("a collector that is away is one line, without a stack, and one when it is back", () => {
  const lines: string[] = [];
  let result: ExportResult = failed;
  const exporter = reportLosses(
    { export: (_spans, done) => done(result), shutdown: async () => {} },
    createLog({ write: (line) => void lines.push(line) }),
  );
  const send = (spans: number): ExportResult => {
    let told: ExportResult = failed;
    exporter.export(Array(spans).fill(undefined), (one) => {
      told = one;
    });
    return told;
  };
  for (let n = 0; n < 3; n++) expect(send(10).code).toBe(ExportResultCode.SUCCESS);
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 40, reason: expect.stringContaining("Not found"), msg: "could not send traces" },
  ]);
  expect(lines.join()).not.toMatch(/stack|hunter2/);
  result = { code: ExportResultCode.SUCCESS };
  for (let n = 0; n < 2; n++) send(10);
  expect(lines).toHaveLength(2);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ level: 30, lost: 30, msg: "traces are sent again" });
  result = failed;
  send(1);
  expect(lines).toHaveLength(3);
});
