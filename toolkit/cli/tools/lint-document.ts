import type { Finding } from "@counterpart/server/document/findings/finding";
import { exampleRules, lintArguments, lintFindings } from "./lint-findings.ts";
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
