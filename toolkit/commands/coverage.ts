import { spawn } from "node:child_process";
import { dayOf, isDay } from "../compare/day.ts";
import { bundledFile, loadDocumentConfig } from "../config/load-config.ts";
import { advice, judge } from "../coverage/judge.ts";
import { readRecord } from "../coverage/record.ts";
import { coverageTable } from "../coverage/report/coverage-table.ts";
import { loadDocument } from "../document/load-document.ts";

const help = `Usage: npm run coverage:contract [-- --json] [-- --today YYYY-MM-DD]

Tells how much of the OpenAPI document the tests have seen the server do: every status with its media types, every error
code, every response header, and every keyword of parameters and bodies, kept and broken. \`npm test\` counts and judges
it at its end; this command judges the last run of the whole suite again, and runs the suite first when there was none
since the last change.

Writes generated/coverage/index.html and generated/coverage/coverage.json. What can't be seen yet is waived in
test/contract/coverage-waivers.json: [{ "item": "…", "reason": "…", "until": "YYYY-MM-DD" }].

  --json   print the report as JSON
  --today  the day by which waivers are judged

Exit: 0 everything has been seen or is waived, 1 something hasn't, 2 it can't be told.`;

async function main(args: string[]): Promise<number> {
  if (args.includes("--help")) {
    console.log(help);
    return 0;
  }
  const at = args.indexOf("--today");
  const today = at < 0 ? dayOf(Date.now()) : args[at + 1];
  const others = args.filter(
    (arg, index) => arg !== "--json" && (at < 0 || (index !== at && index !== at + 1)),
  );
  if (others.length > 0 || today === undefined || !isDay(today)) {
    console.error(
      `${others.length > 0 ? `Unknown: ${others.join(" ")}` : "--today needs a day."}\n\n${help}`,
    );
    return 2;
  }
  const document = await loadDocument(bundledFile(await loadDocumentConfig()));
  let traffic = await readRecord(document);
  if (!traffic) {
    console.error("There is no run of the whole suite since the last change; running it.");
    await runSuite();
    traffic = await readRecord(document);
  }
  if (!traffic) {
    console.error("The suite didn't pass, so there is nothing to judge.");
    return 2;
  }
  const report = await judge(document, traffic, { today });
  if (args.includes("--json")) console.log(JSON.stringify(report, null, 2));
  else console.log(coverageTable(report) + (report.passed ? "" : `\n\n${advice}`));
  return report.passed ? 0 : 1;
}

/** Its output is for people, so it goes where errors go. */
function runSuite(): Promise<void> {
  const child = spawn("vitest", ["run"], { stdio: ["ignore", process.stderr, process.stderr] });
  return new Promise((done, failed) => {
    child.on("error", failed);
    child.on("close", () => done());
  });
}

if (import.meta.main) {
  process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
    console.error((error as Error).message);
    return 2;
  });
}
