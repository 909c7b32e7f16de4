import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { bundledFile, dayOf } from "@counterpart/server/document";
import { loadDocument } from "@counterpart/server/read-document";
import type { TestProject } from "vitest/node";
import { coverageAdvice, coveragePageFile, evaluateCoverage } from "./evaluate-coverage.ts";
import { type CoveredDocument, removeRecord, writeRecord } from "./record.ts";
import { coverageTable } from "./report/coverage-table.ts";
import { readTraffic } from "./traffic.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder where each test file writes its traffic. */
    trafficFolder: string;
  }
}

/**
 * Vitest's global setup. Gives each run its own folder, so that earlier runs don't count, and evaluates the
 * coverage of complete runs.
 */
export function coverageSetup(loadDocuments: () => Promise<CoveredDocument[]>) {
  return async (project: TestProject): Promise<() => Promise<void>> => {
    const startedAt = Date.now();
    const folder = await mkdtemp(path.join(tmpdir(), "counterpart-traffic-"));
    project.provide("trafficFolder", folder);
    return async () => {
      try {
        const outcome = await outcomeOf(project);
        if (outcome === "part") return;
        const run = { folder, startedAt, testsFailed: outcome === "failed" };
        const documents = await loadDocuments();
        for (const config of documents) {
          if (documents.length > 1) console.log(`\n${config.name}:`);
          const passed = await evaluateRun(config, run);
          if (!passed && config.coverageRequired) process.exitCode = 1;
        }
      } catch (error) {
        console.error(`\nContract coverage couldn't be evaluated: ${(error as Error).message}\n`);
        process.exitCode = 1;
      } finally {
        await rm(folder, { recursive: true, force: true });
      }
    };
  };
}

interface Run {
  /** Where the test files wrote their traffic. */
  folder: string;
  /** Epoch milliseconds. */
  startedAt: number;
  testsFailed: boolean;
}

/** Evaluates, records and prints a document's coverage by a complete run. Returns whether it passes. */
async function evaluateRun(
  config: CoveredDocument,
  { folder, startedAt, testsFailed }: Run,
): Promise<boolean> {
  const document = await loadDocument(bundledFile(config));
  const traffic = await readTraffic(folder, document);
  // Later evaluations use the record, so a failed run must not leave one.
  await (testsFailed ? removeRecord(config) : writeRecord(config, document, { startedAt, traffic }));
  const report = await evaluateCoverage(config, document, { traffic, today: dayOf(Date.now()), testsFailed });
  // What failed tests would have covered is missing, too.
  const isListed = !testsFailed && config.coverageRequired === true;
  const what = testsFailed
    ? `Some tests failed. Coverage of the others: ${coveragePageFile(config)}\n`
    : config.coverageRequired || report.faults.length > 0
      ? coverageAdvice(config)
      : "`npx counterpart coverage` lists what the tests haven't exercised.";
  const table = coverageTable(report, { isRequired: isListed });
  console.log(`\n${table}\n${report.passed ? "" : `\n${what}\n`}`);
  return report.passed;
}

/** A filtered or watching run is only a part of the suite. */
async function outcomeOf(project: TestProject): Promise<"part" | "failed" | "passed"> {
  const { vitest } = project;
  const { watch, shard, related, changed, cliExclude, tagsFilter } = vitest.config;
  if (watch || shard || related || changed || cliExclude?.length || tagsFilter?.length) return "part";
  if (project.config.testNamePattern) return "part";
  const ran = vitest.state.getTestModules();
  const { testFiles } = await project.globTestFiles();
  const files = new Set(ran.map(({ moduleId }) => moduleId));
  if (testFiles.some((file) => !files.has(file))) return "part";
  return ran.every((module) => module.ok()) && vitest.state.getUnhandledErrors().length === 0
    ? "passed"
    : "failed";
}
