import { spawn } from "node:child_process";
import { once } from "node:events";
import { type ApiDocument, existingBundle } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";
import { loadDocument, readDocument } from "@counterpart/server/read-document";
import {
  type CoverageReport,
  coverageAdvice,
  coverageReport,
  coverageTable,
  evaluateCoverage,
  readRecord,
  readTrafficFile,
  sumOfTraffic,
  type Traffic,
} from "@counterpart/testing/coverage";
import { UsageError } from "@counterpart/testing/errors";
import { defineCommand, flag, repeatable, withValue } from "../command-line/command.ts";
import { documentOption } from "../command-line/document-option.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import {
  givenDocument,
  givenOptions,
  orNameDocument,
  placesText,
} from "../command-line/given/given-document.ts";
import { needFile, todayFrom } from "../command-line/option-values.ts";
import { formatFrom, formatOption } from "../command-line/report/write-report.ts";
import type { DocumentConfig } from "../config/define-config.ts";
import { loadDocuments } from "../config/load-config.ts";
import { selectDocuments } from "../config/select-documents.ts";
import { installedBin } from "../tools/installed-bin.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Reports how much of the OpenAPI document the tests have exercised: every status with its media types, every error code,
every response header, and every keyword of parameters and bodies, both satisfied and violated. Every run of the whole
suite ends with this report. The command prints the last report again; if anything has changed since, it runs the suite
first.

The report is in the folder coverage/ of the generated folder: index.html and coverage.json. Items that can't be exercised
yet can be waived in the file that the configuration names: [{ "item": "…", "reason": "…", "until": "YYYY-MM-DD" }].

With a document, it reports only the traffic of --traffic, and needs no project.`,
  options: {
    document: documentOption,
    traffic: repeatable(
      "<file>",
      "also count the traffic in this file, which `counterpart proxy --traffic` has written",
    ),
    ...givenOptions,
    json: flag("print the report as JSON"),
    format: formatOption,
    today: withValue("<YYYY-MM-DD>", "the date to compare waivers with"),
  },
  details: `${placesText}

Exit codes: 0 everything has been exercised or is waived; 1 something is neither; 2 wrong usage, or the coverage couldn't
be evaluated.`,
  async run({ options, positionals, terminal }) {
    const today = todayFrom(options.today);
    const files = options.traffic ?? [];
    const parts = { command: "coverage", format: formatFrom(options), terminal } as const;
    const given = await givenDocument({ positionals, options, terminal });
    if (given) {
      const document = readDocument((await given.read()).raw);
      const traffic = await trafficOf(files, document);
      if (!traffic)
        throw new UsageError(
          "A document outside a project needs --traffic, a file that `counterpart proxy --traffic` has written.",
        );
      const report = coverageReport(document, { traffic, waivers: [], today });
      const result = { ...coverageResult(report), text: coverageTable(report) };
      return forEachDocument([given], parts, async () => result);
    }
    const documents = await orNameDocument("coverage", selectDocuments(options.document));
    const all = await loadDocuments();
    const recorded = async (config: DocumentConfig) => {
      const document = await loadDocument(await existingBundle(config));
      return { document, traffic: await readRecord(config, document, all, files) };
    };
    const before = await Promise.all(documents.map(recorded));
    if (before.some(({ traffic }) => traffic === undefined)) {
      terminal.stderr.write("The whole suite hasn't run since the last change. Running it.\n");
      await runSuite();
    }
    return forEachDocument(documents, parts, async (config) => {
      const { document, traffic } = await recorded(config);
      if (!traffic) throw new Error("The tests failed, so there is no coverage to report.");
      const more = await trafficOf(files, document);
      const counted = more ? sumOfTraffic([traffic, more]) : traffic;
      const report = await evaluateCoverage(config, document, { traffic: counted, today });
      return {
        ...coverageResult(report),
        text: coverageTable(report) + (report.passed ? "" : `\n\n${coverageAdvice(config)}`),
      };
    });
  },
});

function coverageResult(report: CoverageReport) {
  const { missing, faults, passed } = report;
  const finding = (rule: string, message: string): Finding => ({ severity: "error", rule, message });
  return {
    exitCode: passed ? 0 : 1,
    json: report,
    findings: [
      ...missing.map((id) => ({ ...finding("not-covered", "No test has exercised this."), place: id })),
      ...faults.map((sentence) => finding("coverage", sentence)),
    ],
  };
}

/**
 * The traffic in files; undefined if there are none.
 * @throws if one was written for another document
 */
async function trafficOf(files: string[], document: ApiDocument): Promise<Traffic | undefined> {
  if (files.length === 0) return undefined;
  const parts = files.map(async (file) => {
    await needFile(file);
    const traffic = await readTrafficFile(file, document);
    if (traffic) return traffic;
    throw new UsageError(
      `${file} was written for another version of the document. Run \`counterpart proxy\` again.`,
    );
  });
  return sumOfTraffic(await Promise.all(parts));
}

/** Runs the project's tests, which record their coverage. Resolves when they have ended, passed or failed. */
async function runSuite(): Promise<void> {
  const script = installedBin("vitest", "vitest");
  // Writes to standard error, because a program may read standard output.
  const stdio = ["ignore", process.stderr, process.stderr] as const;
  await once(spawn(process.execPath, [script, "run"], { stdio: [...stdio] }), "close");
}
