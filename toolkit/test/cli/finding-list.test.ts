import type { ProxyFinding } from "@counterpart/testing/proxy";
import { expect, test } from "vitest";
import { createFindingList } from "../../cli/traffic/finding-list.ts";
import { exchanged } from "../judge/exchanged.ts";

test("a hint that becomes a finding once more is known is listed as both", () => {
  const finding = (severity: "error" | "info"): ProxyFinding => ({
    severity,
    rule: "head-differs",
    place: "HEAD /books → 404",
    message: "HEAD is answered 404, and GET 200.",
    operationId: "listBooks",
    status: 404,
    kind: "head-differs: HEAD /books → 404",
  });
  const list = createFindingList(
    () => "curl",
    () => {},
  );
  const exchange = exchanged("HEAD /books", { status: 404 });
  for (const severity of ["info", "error", "error"] as const) {
    list.add({ exchange, operationId: "listBooks", findings: [finding(severity)], isLater: false });
  }
  expect(list.kinds().map((kind) => [kind.finding.severity, kind.count])).toEqual([
    ["info", 1],
    ["error", 2],
  ]);
});
