import type { Finding } from "@counterpart/server/document/findings/finding";

/** The limit on printed findings per rule: a vendor's document can break one in thousands of places. */
const maxPerRule = 5;

/** Formats Redocly's findings as lines, grouped by rule, errors first. */
export function lintLines(findings: Finding[]): string[] {
  const byRule = Map.groupBy(findings, ({ severity, rule }) => `${severity} ${rule}`);
  // "error" also sorts before "warning" alphabetically.
  const groups = [...byRule.values()].sort(([a], [b]) =>
    (a?.severity ?? "").localeCompare(b?.severity ?? ""),
  );
  return groups.flatMap((group) => {
    const more = group.length - maxPerRule;
    const lines = group.slice(0, maxPerRule).map(line);
    const [first] = group;
    if (more <= 0 || !first) return lines;
    const what = `${first.severity}${more === 1 ? "" : "s"} of ${first.rule}`;
    return [...lines, `  … and ${more.toLocaleString("en")} more ${what} (--json lists all)`];
  });
}

function line({ severity, message, rule, file, line, column }: Finding): string {
  return `  ${file}:${line}:${column} ${severity}: ${message} (${rule})`;
}
