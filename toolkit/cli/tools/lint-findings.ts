// Separate from `lint-document.ts`, which doesn't load under Node 20, where `counterpart new` also runs.

import type { Finding } from "@counterpart/server/document/findings/finding";

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
