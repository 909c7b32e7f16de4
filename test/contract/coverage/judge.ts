import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { ApiDocument } from "../../../server/http/document.ts";
import { isStub } from "../../../server/http/not-implemented.ts";
import { coveragePage } from "./coverage-page.ts";
import { type CoverageReport, coverageReport } from "./coverage-report.ts";
import { coverageFolder } from "./record.ts";
import type { Traffic } from "./traffic.ts";
import { readWaivers } from "./waivers.ts";

export const coveragePageFile = path.join(coverageFolder, "index.html");
const waiverFile = "test/contract/coverage-waivers.json";

/** Judges what was seen, and writes it as a page and as JSON. A run in which tests failed never passes. */
export async function judge(
  document: ApiDocument,
  traffic: Traffic,
  { today, testsFailed = false }: { today: string; testsFailed?: boolean },
): Promise<CoverageReport> {
  const waivers = await readWaivers(waiverFile);
  const report = coverageReport(document, {
    traffic,
    waivers,
    today,
    unwritten: await unwrittenOperations(),
    testsFailed,
  });
  await mkdir(coverageFolder, { recursive: true });
  await writeFile(coveragePageFile, coveragePage(report));
  await writeFile(path.join(coverageFolder, "coverage.json"), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

async function unwrittenOperations(): Promise<Set<string>> {
  const { handlers } = await import("../../../server/operations/handlers.ts");
  const stubs = Object.entries(handlers).filter(([, handler]) => isStub(handler));
  return new Set(stubs.map(([operationId]) => operationId));
}

/** What to do about a report that hasn't passed. */
export const advice = `Not everything that the document says has been seen. Write the test that shows it, in test/operations or test/contract;
or waive the item for a time in ${waiverFile}. The page: ${coveragePageFile}`;
