import type { ExpectedFailures } from "./compare-with-expected.ts";
import { markdownTable } from "./markdown-table.ts";
import { outcomes, type SuiteResult } from "./suite-result.ts";

export interface JudgedSuite {
  result: SuiteResult;
  expected: ExpectedFailures[];
}

/** A row per suite, in Markdown. */
export function reportTable(results: SuiteResult[]): string {
  const judging = results.filter(({ isComparison }) => !isComparison);
  const rows = judging.map(({ suite, version, cases }) => {
    const counts = outcomes.map((outcome) => cases.filter((one) => one.outcome === outcome).length);
    const [passed = 0] = counts;
    const expressible = cases.length - (counts.at(-1) ?? 0);
    return [suite, version, cases.length, ...counts, share(passed, cases.length), share(passed, expressible)];
  });
  const head = ["suite", "version", "cases", ...outcomes, "passed of all", "passed of the expressible"];
  return markdownTable(head, rows);
}

function share(passed: number, of: number): string {
  return of === 0 ? "–" : `${Math.floor((1000 * passed) / of) / 10} %`;
}

/** The page docs/conformance.md. */
export function reportPage(suites: JudgedSuite[], date: string): string {
  const lists = suites
    .filter(({ expected }) => expected.length > 0)
    .map(({ result, expected }) => `### ${result.suite}\n\n${expected.map(expectedText).join("\n")}\n`);
  const more = suites
    .flatMap(({ result }) => result.more ?? [])
    .map(({ title, text }) => `\n## ${title}\n\n${text}\n`);
  return `# Conformance

Test suites that others wrote, and faults behind proxies, run against the toolkit by \`npm run conformance\` on ${date}.

${reportTable(suites.map(({ result }) => result))}

- passed: the toolkit does what the case expects.
- reported: the toolkit doesn't support the case, and \`counterpart inspect\` or an error says so.
- silently wrong: the toolkit behaves differently and doesn't report it.
- not expressible: an OpenAPI document can't describe it.
${more.join("")}
## What doesn't pass

${lists.length > 0 ? lists.join("\n") : "Everything passes.\n"}`;
}

function expectedText({ outcome, reason, cases }: ExpectedFailures): string {
  return `- ${outcome}: ${reason}\n${cases.map((name) => `  - ${name}`).join("\n")}`;
}
