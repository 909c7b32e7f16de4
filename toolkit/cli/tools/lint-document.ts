import type { Finding } from "@counterpart/server/findings";
import { RedoclyTimeout, runRedocly } from "./run-redocly.ts";

/** Enough for large documents; longer runs hardly ever end. */
const usualTimeoutMs = 120_000;

/**
 * Lints a document with the rules in the project's `redocly.yaml`, or Redocly's `recommended` without one.
 * After `timeoutMs`, it runs again without checking examples against their schemas, and adds a warning.
 */
export async function lintDocument(spec: string, { timeoutMs = usualTimeoutMs } = {}): Promise<Finding[]> {
  const whole = await runRedocly(lintArguments(spec), { timeoutMs }).catch((error: unknown) => {
    if (error instanceof RedoclyTimeout) return undefined;
    throw error;
  });
  const { stdout, stderr } = whole ?? (await runRedocly(lintArguments(spec, exampleRules)));
  const findings = lintFindings(stdout, spec) ?? fail(`redocly lint failed:\n${stdout}${stderr}`.trim());
  return whole ? findings : [untilTimeout(spec), ...findings];
}

function untilTimeout(spec: string): Finding {
  const message =
    "Comparing the examples with their schemas takes too long, so it is skipped. Look for a `pattern` with nested repetition, such as `(a*)*`.";
  const rule = "no-invalid-schema-examples";
  return { severity: "warning", rule, message, file: spec, line: 1, column: 1 };
}

function fail(message: string): never {
  throw new Error(message);
}

// Separate from `lint-document.ts`, which doesn't load under Node 20, where `counterpart new` also runs.

interface RedoclyProblem {
  severity: "error" | "warn";
  message: string;
  ruleId: string;
  location: {
    source: { ref: string };
    pointer?: string;
    start?: { line: number; col: number };
  }[];
}

/**
 * Redocly's rules that check examples against schemas. They may never end: a `pattern` can be exponential.
 */
export const exampleRules = [
  "no-invalid-media-type-examples",
  "no-invalid-parameter-examples",
  "no-invalid-schema-examples",
];

/** Arguments for Redocly's command line: prints all problems as JSON, except for skipped rules. */
export function lintArguments(spec: string, skipped: string[] = []): string[] {
  const skipping = skipped.flatMap((rule) => ["--skip-rule", rule]);
  return ["lint", spec, "--format", "json", "--max-problems", "1000000", ...skipping];
}

/** Parses Redocly's output; undefined if it isn't the expected JSON. */
export function lintFindings(printed: string, spec: string): Finding[] | undefined {
  let problems: RedoclyProblem[];
  try {
    ({ problems } = JSON.parse(printed));
  } catch {
    return undefined;
  }
  return problems.map(({ severity, message, ruleId, location: [place] }) => ({
    severity: severity === "error" ? "error" : "warning",
    rule: ruleId,
    message,
    file: place?.source.ref ?? spec,
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    ...(place?.pointer !== undefined && { pointer: place.pointer }),
  }));
}

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
