import { exampleRules, type LintProblem, lintArguments, lintProblems } from "./lint-problems.ts";
import { RedoclyTimeout, runRedocly } from "./run-redocly.ts";

/** Long enough for large documents: what takes longer will hardly end. */
const usualTimeoutMs = 120_000;

/**
 * Lints a document with the rules in the project's `redocly.yaml`, or Redocly's `recommended` where there is none. After
 * `timeoutMs` its examples aren't compared with their schemas, and a warning says so.
 */
export async function lintDocument(
  spec: string,
  { timeoutMs = usualTimeoutMs } = {},
): Promise<LintProblem[]> {
  const whole = await runRedocly(lintArguments(spec), { timeoutMs }).catch((error: unknown) => {
    if (error instanceof RedoclyTimeout) return undefined;
    throw error;
  });
  const { stdout, stderr } = whole ?? (await runRedocly(lintArguments(spec, exampleRules)));
  const problems = lintProblems(stdout, spec) ?? fail(`redocly lint failed:\n${stdout}${stderr}`.trim());
  return whole ? problems : [untilTimeout(spec), ...problems];
}

function untilTimeout(spec: string): LintProblem {
  const message =
    "To compare the examples with their schemas takes too long, so that it is left out. Look for a `pattern` with a repetition in a repetition, such as `(a*)*`.";
  return { severity: "warn", message, ruleId: "no-invalid-schema-examples", file: spec, line: 1, column: 1 };
}

function fail(message: string): never {
  throw new Error(message);
}
