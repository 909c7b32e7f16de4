// The exports for tools that record and report coverage.

export { coverageSetup } from "./coverage/coverage-setup.ts";
export { coverageAdvice, evaluateCoverage } from "./coverage/evaluate-coverage.ts";
export { readRecord } from "./coverage/record.ts";
export { type CoverageReport, coverageReport } from "./coverage/report/coverage-report.ts";
export { coverageTable } from "./coverage/report/coverage-table.ts";
export { readTrafficFile, sumOfTraffic, type Traffic, writeTrafficFile } from "./coverage/traffic.ts";
