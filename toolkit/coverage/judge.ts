import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import type { DocumentConfig } from "../config/define-config.ts";
import { coverageFolder } from "../config/generated-files.ts";
import type { ApiDocument } from "../document/document.ts";
import { isStub } from "../http/errors/not-implemented.ts";
import { coveragePage } from "./report/coverage-page.ts";
import { type CoverageReport, coverageReport } from "./report/coverage-report.ts";
import type { Traffic } from "./traffic.ts";
import { readWaivers } from "./waivers.ts";

export function coveragePageFile(config: DocumentConfig): string {
  return path.join(coverageFolder(config), "index.html");
}

/** Evaluates the coverage, and writes the report as HTML and as JSON. A run with failed tests never passes. */
export async function judge(
  config: DocumentConfig,
  document: ApiDocument,
  { traffic, today, testsFailed = false }: { traffic: Traffic; today: string; testsFailed?: boolean },
): Promise<CoverageReport> {
  const report = coverageReport(document, {
    traffic,
    waivers: await readWaivers(config.coverageWaivers),
    today,
    unwritten: await unwrittenOperations(config.handlers),
    testsFailed,
  });
  await mkdir(coverageFolder(config), { recursive: true });
  await writeFile(coveragePageFile(config), coveragePage(report));
  const file = path.join(coverageFolder(config), "coverage.json");
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

async function unwrittenOperations(file: string): Promise<Set<string>> {
  const { handlers } = await import(pathToFileURL(path.resolve(file)).href);
  const stubs = Object.entries(handlers).filter(([, handler]) => isStub(handler));
  return new Set(stubs.map(([operationId]) => operationId));
}

/** The advice for a report that hasn't passed. */
export function coverageAdvice(config: DocumentConfig): string {
  return `Not everything in the document has been exercised. Write a test that exercises it, or waive the item for a time in
${config.coverageWaivers}. The page: ${coveragePageFile(config)}`;
}
