import { defineCommand } from "../cli/command.ts";
import { todayFrom } from "../cli/option-values.ts";
import { compareWithReleased } from "../compare/compare-with-released.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import type { DocumentConfig } from "../config/define-config.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { findSpec } from "../generate/find-spec.ts";
import { generateFiles } from "../generate/generate-files.ts";
import { type LintProblem, lintDocument } from "../tools/lint-document.ts";

export const command = defineCommand({
  description: `Checks what belongs to the OpenAPI document, and reports everything that fails:

  - Redocly's rules, as redocly.yaml sets them
  - the generated folder is up to date, and every operation has a handler
  - nothing breaks clients of the released contract, as \`counterpart compare\` reports it

Types and code style are checked by the project's own compiler and linter.`,
  options: {
    json: { type: "boolean", help: 'print {"passed": …, "lint": […], "generated": {…}, "comparison": {…}}' },
    today: { type: "string", value: "<YYYY-MM-DD>", help: "the date by which sunsets are judged" },
  },
  async run({ options, terminal: { stdout } }) {
    const today = todayFrom(options.today);
    const config = await loadDocumentConfig();
    const spec = await findSpec(config);
    const [lint, rest] = await Promise.all([
      lintDocument(spec),
      checkGenerated(config, today).catch((error: Error) => error),
    ]);
    const errors = lint.filter(({ severity }) => severity === "error");
    if (rest instanceof Error) {
      // What Redocly reports names the place in the document.
      if (errors.length === 0) throw rest;
      stdout.write(
        `${options.json ? JSON.stringify({ passed: false, lint }, null, 2) : lintText(spec, lint)}\n`,
      );
      return 1;
    }
    const { stale, missing, comparison } = rest;
    const isGenerated = stale.length + missing.length === 0;
    const passed = errors.length === 0 && isGenerated && comparison.passed;
    if (options.json) {
      const result = { passed, lint, generated: { stale, missing }, comparison };
      stdout.write(`${JSON.stringify(result, null, 2)}\n`);
      return passed ? 0 : 1;
    }
    const lines = [
      lintText(spec, lint),
      ...stale.map((file) => `  out of date: ${file}`),
      ...missing.map((id) => `  no handler: ${id}`),
      mark(
        isGenerated,
        `${config.generated} is up to date.`,
        "Run `counterpart generate` and `counterpart scaffold`.",
      ),
      ...(comparison.passed ? [] : [comparisonText(comparison, config.released)]),
      mark(
        comparison.passed,
        comparison.released === null
          ? "Nothing has been released yet."
          : `Nothing breaks clients of ${config.released}.`,
        "The document doesn't fit the released contract.",
      ),
    ];
    stdout.write(`${lines.join("\n")}\n`);
    return passed ? 0 : 1;
  },
});

async function checkGenerated(config: DocumentConfig, today: string) {
  const { raw, changed, removed, missing } = await generateFiles(config, { dryRun: true });
  const comparison = await compareWithReleased(raw, { released: config.released, today });
  return { stale: [...changed, ...removed], missing, comparison };
}

function lintText(spec: string, problems: LintProblem[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const lines = problems.map(({ severity, message, ruleId, file, line, column }) => {
    const word = severity === "error" ? "error" : "warning";
    return `  ${file}:${line}:${column} ${word}: ${message} (${ruleId})`;
  });
  const count = `${errors} ${errors === 1 ? "error" : "errors"}`;
  return [
    ...lines,
    mark(errors === 0, `Redocly finds no errors in ${spec}.`, `Redocly finds ${count} in ${spec}.`),
  ].join("\n");
}

function mark(passed: boolean, good: string, bad: string): string {
  return passed ? `✓ ${good}` : `✗ ${bad}`;
}
