import type { Finding } from "@counterpart/server/findings";
import { defineCommand, flag, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { type DocumentResult, forEachDocument } from "../command-line/for-each-document.ts";
import {
  type GivenDocument,
  givenOptions,
  placesText,
  selectedDocuments,
} from "../command-line/given/given-document.ts";
import { todayFrom } from "../command-line/option-values.ts";
import { formatFrom, formatOption } from "../command-line/report/write-report.ts";
import { comparisonFindings } from "../compare/comparison-findings.ts";
import { comparisonText } from "../compare/comparison-text.ts";
import { compareWithReleased } from "../compare/released.ts";
import type { DocumentConfig } from "../config/define-config.ts";
import { findSpec } from "../config/find-spec.ts";
import { lintProject, lintSpec } from "../config/lint-project.ts";
import { generateFiles } from "../generate/generate-files.ts";
import { analyzeSpec } from "../inspect/analyze-spec.ts";
import { findingLines } from "../inspect/finding-text.ts";
import { lintDocument, lintLines } from "../tools/lint-document.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Checks the OpenAPI document and everything generated from it, and reports all failures:

  - Redocly's rules, as redocly.yaml sets them
  - every operation can be served
  - the generated folder is up to date, and every operation has a handler
  - nothing breaks clients of the released contract, as \`counterpart compare\` reports it

Of a document that is named here, it checks the first two, and needs no project. Types and code style are checked by the project's
own compiler and linter.`,
  options: {
    ...givenOptions,
    document: documentOption,
    json: flag('print {"passed": …, "lint": […], "notes": […], "generated": {…}, "comparison": {…}}'),
    format: formatOption,
    today: withValue("<YYYY-MM-DD>", "the date to compare sunsets with"),
  },
  details: placesText,
  async run({ options, positionals, terminal }) {
    const today = todayFrom(options.today);
    const parts = { command: "check", format: formatFrom(options), terminal } as const;
    const documents = await selectedDocuments("check", { positionals, options, terminal });
    return forEachDocument(documents, parts, (one) =>
      one.config ? checkDocument(one.config, today) : checkGiven(one),
    );
  },
});

async function checkGiven({ name, file, read }: GivenDocument): Promise<DocumentResult> {
  const spec = await read();
  // Redocly's own places are more exact, but it knows only files.
  const lint = await (file === undefined ? lintSpec(spec) : lintDocument(file));
  const { notes } = analyzeSpec(spec, { builds: true });
  const passed = [...lint, ...notes].every(({ severity }) => severity !== "error");
  return {
    exitCode: passed ? 0 : 1,
    json: { passed, lint: lintJson(lint), notes },
    findings: [...lint, ...notes],
    text: [lintText(name, lint), ...servedLines(notes)].join("\n"),
  };
}

function servedLines(notes: Finding[]): string[] {
  const isServed = notes.every(({ severity }) => severity !== "error");
  return [
    ...findingLines(notes).map((line) => `  ${line}`),
    mark(isServed, "Every operation can be served.", "Parts of the document can't be served."),
  ];
}

async function checkDocument(config: DocumentConfig, today: string): Promise<DocumentResult> {
  const spec = await findSpec(config);
  const [lint, rest] = await Promise.all([
    lintProject(config),
    checkGenerated(config, today).catch((error: Error) => error),
  ]);
  const errors = lint.filter(({ severity }) => severity === "error");
  if (rest instanceof Error) {
    // Redocly's findings take precedence: they name the place in the document.
    if (errors.length === 0) throw rest;
    return {
      exitCode: 1,
      json: { passed: false, lint: lintJson(lint) },
      text: lintText(spec, lint),
      findings: lint,
    };
  }
  const { stale, missing, comparison, notes } = rest;
  const unserved = notes.filter(({ severity }) => severity === "error");
  const isGenerated = stale.length + missing.length === 0;
  const passed = errors.length + unserved.length === 0 && isGenerated && comparison.passed;
  const lines = [
    lintText(spec, lint),
    ...servedLines(notes),
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
  return {
    exitCode: passed ? 0 : 1,
    json: { passed, lint: lintJson(lint), notes, generated: { stale, missing }, comparison },
    findings: [
      ...lint,
      ...notes,
      ...stale.map((file) => outdated("out-of-date", "Run `counterpart generate`.", { file })),
      ...missing.map((place) => outdated("no-handler", "Run `counterpart scaffold`.", { place })),
      ...comparisonFindings(comparison),
    ],
    text: lines.join("\n"),
  };
}

function outdated(rule: string, message: string, where: Pick<Finding, "file" | "place">): Finding {
  return { severity: "error", rule, message, ...where };
}

async function checkGenerated(config: DocumentConfig, today: string) {
  const { document, changed, removed, missing, notes } = await generateFiles(config, {
    dryRun: true,
    builds: true,
  });
  const comparison = await compareWithReleased(document, { released: config.released, today });
  return { stale: [...changed, ...removed], missing, comparison, notes };
}

/** Uses the terms of Redocly's own JSON. */
function lintJson(findings: Finding[]) {
  return findings.map(({ severity, rule, ...finding }) => ({
    severity: severity === "error" ? "error" : "warn",
    ruleId: rule,
    ...finding,
  }));
}

function lintText(spec: string, findings: Finding[]): string {
  const errors = findings.filter(({ severity }) => severity === "error").length;
  const count = `${errors} ${errors === 1 ? "error" : "errors"}`;
  return [
    ...lintLines(findings),
    mark(errors === 0, `Redocly finds no errors in ${spec}.`, `Redocly finds ${count} in ${spec}.`),
  ].join("\n");
}

function mark(passed: boolean, good: string, bad: string): string {
  return passed ? `✓ ${good}` : `✗ ${bad}`;
}
