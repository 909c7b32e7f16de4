import { type LintProblem, lintArguments, lintProblems } from "./lint-problems.ts";
import { runRedocly } from "./run-redocly.ts";

/** Lints a document with the rules in the project's `redocly.yaml`, or Redocly's `recommended` where there is none. */
export async function lintDocument(spec: string): Promise<LintProblem[]> {
  const { stdout, stderr } = await runRedocly(...lintArguments(spec));
  return lintProblems(stdout, spec) ?? fail(`redocly lint failed:\n${stdout}${stderr}`.trim());
}

function fail(message: string): never {
  throw new Error(message);
}
