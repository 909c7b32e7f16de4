import {
  createFuzzer,
  failureReport,
  jsonReport,
  nonconformingAdvice,
  notesText,
  type Outcome,
  type RunOptions,
  skippedText,
  summary,
  unlistedAdvice,
} from "@counterpart/testing/fuzz";
import { defineCommand, type Terminal } from "../command-line/command.ts";
import { forEachDocument } from "../command-line/for-each-document.ts";
import {
  checkedOptions,
  commandFor,
  fuzzedDocuments,
  fuzzOptions,
  maxFailures,
  runOptionsFrom,
  withPositionals,
} from "../command-line/fuzz/fuzz-options.ts";
import { type OpenedTarget, openTarget, ownServer } from "../command-line/fuzz/open-target.ts";
import { placesText } from "../command-line/given/given-document.ts";
import { createProgress } from "../command-line/progress.ts";
import { formatFrom } from "../command-line/report/write-report.ts";

export const command = defineCommand({
  positionals: "[document]",
  description: `Sends valid and invalid requests made from the document, and checks every response: bodies, paths, queries and
headers, each keyword violated once; missing and swapped credentials; other methods and addresses; and sequences of several
requests, compared with a model. Without --url it starts its own server.

With a document and --url it tests a server in any language by its document alone: ids come from its lists and from resources
that the run creates, and only those are changed or deleted.`,
  options: fuzzOptions,
  details: `${placesText}\n\nExit codes: 0 nothing found; 1 something found; 2 wrong usage, nothing to check, or no server answers.`,
  async run({ options: given, positionals, terminal }) {
    const typed = checkedOptions(withPositionals(given, positionals));
    const runOptions = runOptionsFrom(typed);
    const parts = { command: "fuzz", format: formatFrom(typed), terminal } as const;
    return forEachDocument(await fuzzedDocuments(typed, terminal), parts, async (fuzzed) => {
      const { name, isOneOfSeveral } = fuzzed;
      const opened = await openTarget(fuzzed, typed, terminal.env);
      try {
        const outcome = await run(runOptions, opened, terminal);
        const command = commandFor(isOneOfSeveral ? { ...typed, document: name } : typed);
        const report = { base: opened.base, command, seed: outcome.seed };
        return {
          exitCode: outcome.failures.length > 0 ? 1 : 0,
          json: jsonReport(outcome, report),
          text: textReport(outcome, report),
          findings: outcome.failures.map(({ check, oracle, message }) => ({
            severity: "error",
            rule: oracle,
            place: check,
            message,
          })),
        };
      } finally {
        await opened.close();
      }
    });
  },
});

async function run(options: RunOptions, { target, models }: OpenedTarget, { stderr }: Terminal) {
  const startedAt = performance.now();
  const progress = createProgress(stderr);
  const outcome = await createFuzzer(target, models).run({
    ...options,
    onProgress(done, found) {
      const perSecond = done / ((performance.now() - startedAt) / 1000);
      progress.show(
        `${done} of ${options.runs} runs, ${Number(perSecond.toPrecision(2))} a second, ${found} found`,
      );
    },
  });
  progress.end();
  return outcome;
}

function textReport(outcome: Outcome, report: { base: string; command: string; seed: number }): string {
  const { failures } = outcome;
  const parts = failures.map((failure) => failureReport(failure, report));
  if (failures.length > 0 && report.base === ownServer) {
    parts.push(
      "The shell commands need BASE_URL, and the credentials' variables, of a server that you have started.",
    );
  }
  if (failures.length === maxFailures) parts.push(`The run ended after ${maxFailures} failures.`);
  const advice = [
    unlistedAdvice(outcome.unlisted),
    nonconformingAdvice(outcome.nonconforming),
    notesText(outcome.notes),
  ];
  parts.push(...[...advice, skippedText(outcome)].filter((one) => one !== ""));
  return [...parts, summary(outcome)].join("\n\n");
}
