import { defineCommand } from "../cli/command.ts";
import { todayFrom } from "../cli/option-values.ts";
import { existingBundle } from "../config/generated-files.ts";
import { loadDocumentConfig } from "../config/load-config.ts";
import { coverageAdvice, judge } from "../coverage/judge.ts";
import { readRecord } from "../coverage/record.ts";
import { coverageTable } from "../coverage/report/coverage-table.ts";
import { runSuite } from "../coverage/run-suite.ts";
import { loadDocument } from "../document/load-document.ts";

export const command = defineCommand({
  description: `Reports how much of the OpenAPI document the tests have exercised: every status with its media types, every error code,
every response header, and every keyword of parameters and bodies, both satisfied and violated. The tests count and
judge it at their end; this command judges the last run of the whole suite again. When there has been none since the
last change, it runs the suite first.

The report is written to the folder coverage/ in the generated folder: index.html and coverage.json. What can't be
exercised yet is waived in the file that the configuration names: [{ "item": "…", "reason": "…", "until": "YYYY-MM-DD" }].`,
  options: {
    json: { type: "boolean", help: "print the report as JSON" },
    today: { type: "string", value: "<YYYY-MM-DD>", help: "the date by which waivers are judged" },
  },
  details: `Exit codes: 0 everything has been exercised or is waived; 1 something hasn't, or isn't waived; 2 wrong usage, or the
coverage couldn't be judged.`,
  async run({ options, terminal: { stdout, stderr } }) {
    const today = todayFrom(options.today);
    const config = await loadDocumentConfig();
    const document = await loadDocument(await existingBundle(config));
    let traffic = await readRecord(config, document);
    if (!traffic) {
      stderr.write("The whole suite hasn't run since the last change. Running it.\n");
      await runSuite();
      traffic = await readRecord(config, document);
    }
    if (!traffic) throw new Error("The tests didn't pass, so there is nothing to judge.");
    const report = await judge(config, document, { traffic, today });
    const text = coverageTable(report) + (report.passed ? "" : `\n\n${coverageAdvice(config)}`);
    stdout.write(`${options.json ? JSON.stringify(report, null, 2) : text}\n`);
    return report.passed ? 0 : 1;
  },
});
