import type { Case, Outcome } from "./suite-result.ts";

/** Cases that don't pass for the same reason: an entry of `expected/<suite>.json`. */
export interface ExpectedFailures {
  outcome: Outcome;
  reason: string;
  cases: string[];
}

/** Describes each difference between a suite's cases and its expected failures. */
export function compareWithExpected(cases: Case[], expected: ExpectedFailures[]): string[] {
  const wanted = new Map<string, Outcome>();
  const problems: string[] = [];
  for (const { outcome, cases: names } of expected) {
    for (const name of names) {
      if (wanted.has(name)) problems.push(`${name}: expected twice`);
      wanted.set(name, outcome);
    }
  }
  const seen = new Set<string>();
  for (const { name, outcome, detail } of cases) {
    if (seen.has(name)) problems.push(`${name}: two cases have this name`);
    seen.add(name);
    const expectedOutcome = wanted.get(name) ?? "passed";
    if (outcome !== expectedOutcome) {
      problems.push(`${name}: ${outcome}, expected ${expectedOutcome}${detail ? `\n  ${detail}` : ""}`);
    }
  }
  for (const name of wanted.keys()) if (!seen.has(name)) problems.push(`${name}: expected, but not a case`);
  return problems;
}
