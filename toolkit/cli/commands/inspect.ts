import { defineCommand, flag } from "../command-line/command.ts";
import { givenOptions, neededDocument, placesText } from "../command-line/given/given-document.ts";
import { formatFrom, formatOption, reportText } from "../command-line/report/write-report.ts";
import { type Inspection, inspectDocument } from "../inspect/inspect-document.ts";
import { inspectionText } from "../inspect/inspection-text.ts";

export const command = defineCommand({
  positionals: "<document>",
  description: `Reports which operations of an OpenAPI document can be served, and which parts are ignored or not checked, each
with its file, its line and a way to fix it. Each operation is tried with one request. It writes nothing and needs no project.`,
  options: {
    ...givenOptions,
    format: formatOption,
    json: flag(
      'print {"accepted": …, "version": "…", "operations": …, "notes": […], "seconds": …}, with all findings',
    ),
  },
  details: `${placesText}

Exit codes: 0 it can be served, though perhaps not all of it; 1 it can't; 2 wrong usage.`,
  async run({ options, positionals, terminal }) {
    const { name, read } = await neededDocument({ positionals, options, terminal });
    const format = formatFrom(options);
    const startedAt = performance.now();
    const inspection = await inspectDocument(read);
    const seconds = Math.round(performance.now() - startedAt) / 1000;
    if (format !== "text" && format !== "json") {
      const { accepted: passed, notes: findings } = inspection;
      const report = { command: "inspect", document: name, passed, findings };
      terminal.stdout.write(`${reportText(format, [report])}\n`);
      return passed ? 0 : 1;
    }
    const text = format === "json" ? asJson(inspection, seconds) : inspectionText(name, inspection);
    terminal.stdout.write(`${text}\n`);
    return inspection.accepted ? 0 : 1;
  },
});

function asJson({ accepted, facts, notes }: Inspection, seconds: number): string {
  const result = {
    accepted,
    version: facts?.openapi ?? null,
    operations: facts?.operations ?? 0,
    notes: notes.map(({ severity, pointer, file = null, line = null, message }) => ({
      severity,
      pointer,
      file,
      line,
      message,
    })),
    seconds,
  };
  return JSON.stringify(result, null, 2);
}
