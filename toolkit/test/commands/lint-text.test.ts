import { expect, test } from "vitest";
import { lintLines } from "../../cli/tools/lint-document.ts";
import type { Finding } from "../../server/document/findings/finding.ts";

const finding = (line: number, more: Partial<Finding> = {}): Finding => ({
  severity: "warning",
  message: "No.",
  rule: "tags",
  file: "a.yaml",
  line,
  column: 1,
  ...more,
});

test("for each rule, the first five findings are printed, errors first", () => {
  const warnings = Array.from({ length: 1205 }, (_, index) => finding(index + 1));
  expect(lintLines([...warnings, finding(7, { severity: "error", rule: "struct" })])).toEqual([
    "  a.yaml:7:1 error: No. (struct)",
    ...[1, 2, 3, 4, 5].map((line) => `  a.yaml:${line}:1 warning: No. (tags)`),
    "  … and 1,200 more warnings of tags (--json lists all)",
  ]);
});
