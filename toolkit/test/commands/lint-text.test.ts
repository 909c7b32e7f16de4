import { expect, test } from "vitest";
import type { LintProblem } from "../../cli/tools/lint-problems.ts";
import { lintLines } from "../../cli/tools/lint-text.ts";

const problem = (line: number, more: Partial<LintProblem> = {}): LintProblem => ({
  severity: "warn",
  message: "No.",
  ruleId: "tags",
  file: "a.yaml",
  line,
  column: 1,
  ...more,
});

test("of each rule the first five problems are printed, errors first", () => {
  const warnings = Array.from({ length: 1205 }, (_, index) => problem(index + 1));
  expect(lintLines([...warnings, problem(7, { severity: "error", ruleId: "struct" })])).toEqual([
    "  a.yaml:7:1 error: No. (struct)",
    ...[1, 2, 3, 4, 5].map((line) => `  a.yaml:${line}:1 warning: No. (tags)`),
    "  … and 1,200 more warnings of tags (--json lists all)",
  ]);
});
