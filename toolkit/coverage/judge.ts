import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { loadDocumentConfig } from "../config/load-config.ts";
import type { ApiDocument } from "../document/document.ts";
import { isStub } from "../http/errors/not-implemented.ts";
import { coverageFolder } from "./record.ts";
import { coveragePage } from "./report/coverage-page.ts";
import { type CoverageReport, coverageReport } from "./report/coverage-report.ts";
import type { Traffic } from "./traffic.ts";
import { readWaivers } from "./waivers.ts";

export const coveragePageFile = path.join(coverageFolder, "index.html");

/** Judges what was seen, and writes it as a page and as JSON. A run in which tests failed never passes. */
export async function judge(
  document: ApiDocument,
  traffic: Traffic,
  { today, testsFailed = false }: { today: string; testsFailed?: boolean },
): Promise<CoverageReport> {
  const { coverageWaivers, handlers } = await loadDocumentConfig();
  const waivers = await readWaivers(coverageWaivers);
  const report = coverageReport(document, {
    traffic,
    waivers,
    today,
    unwritten: await unwrittenOperations(handlers),
    testsFailed,
  });
  await mkdir(coverageFolder, { recursive: true });
  await writeFile(coveragePageFile, coveragePage(report));
  await writeFile(path.join(coverageFolder, "coverage.json"), `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

async function unwrittenOperations(file: string): Promise<Set<string>> {
  const { handlers } = await import(pathToFileURL(path.resolve(file)).href);
  const stubs = Object.entries(handlers).filter(([, handler]) => isStub(handler));
  return new Set(stubs.map(([operationId]) => operationId));
}

/** What to do about a report that hasn't passed. */
export const advice = `Not everything that the document says has been seen. Write the test that shows it, in test/operations or test/contract;
or waive the item for a time in the file that counterpart.config.ts names. The page: ${coveragePageFile}`;
