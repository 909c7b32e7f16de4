import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { type ApiDocument, coverageFolder } from "@counterpart/server/document";
import { isStub } from "@counterpart/server/http";
import type { CoveredDocument } from "./record.ts";
import { coveragePage } from "./report/coverage-page.ts";
import { type CoverageReport, coverageReport } from "./report/coverage-report.ts";
import type { Traffic } from "./traffic.ts";
import { readWaivers } from "./waivers.ts";

export function coveragePageFile(config: CoveredDocument): string {
  return path.join(coverageFolder(config), "index.html");
}

/** Evaluates the coverage of a test run and writes the report as HTML and JSON. A run with failed tests never passes. */
export async function evaluateCoverage(
  config: CoveredDocument,
  document: ApiDocument,
  { traffic, today, testsFailed = false }: { traffic: Traffic; today: string; testsFailed?: boolean },
): Promise<CoverageReport> {
  const report = coverageReport(document, {
    traffic,
    waivers: await readWaivers(config.coverageWaivers),
    today,
    stubs: await stubbedOperations(config.handlers),
    testsFailed,
  });
  await mkdir(coverageFolder(config), { recursive: true });
  await writeFile(coveragePageFile(config), coveragePage(report));
  const file = path.join(coverageFolder(config), "coverage.json");
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

async function stubbedOperations(file: string): Promise<Set<string>> {
  const { handlers } = await import(pathToFileURL(path.resolve(file)).href);
  const stubs = Object.entries(handlers).filter(([, handler]) => isStub(handler));
  return new Set(stubs.map(([operationId]) => operationId));
}

/** Advice on a report that hasn't passed. */
export function coverageAdvice(config: CoveredDocument): string {
  return `The tests don't cover the whole document. Write the missing tests, or waive items until a date in
${config.coverageWaivers}. Report: ${coveragePageFile(config)}`;
}
