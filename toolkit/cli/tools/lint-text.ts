import type { LintProblem } from "./lint-problems.ts";

/** The most problems printed per rule: a vendor's document can break one in thousands of places. */
const maxPerRule = 5;

/** Lint problems as lines, grouped by rule, errors first. */
export function lintLines(problems: LintProblem[]): string[] {
  const byRule = Map.groupBy(problems, ({ severity, ruleId }) => `${severity} ${ruleId}`);
  const groups = [...byRule.values()].sort((one, two) => rank(one) - rank(two));
  return groups.flatMap((group) => {
    const more = group.length - maxPerRule;
    const lines = group.slice(0, maxPerRule).map(line);
    const [first] = group;
    if (more <= 0 || !first) return lines;
    const what = `${word(first.severity)}${more === 1 ? "" : "s"} of ${first.ruleId}`;
    return [...lines, `  … and ${more.toLocaleString("en")} more ${what} (--json lists all)`];
  });
}

function rank([problem]: LintProblem[]): number {
  return problem?.severity === "error" ? 0 : 1;
}

function line({ severity, message, ruleId, file, line, column }: LintProblem): string {
  return `  ${file}:${line}:${column} ${word(severity)}: ${message} (${ruleId})`;
}

function word(severity: LintProblem["severity"]): string {
  return severity === "error" ? "error" : "warning";
}
