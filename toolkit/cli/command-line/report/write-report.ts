import { UsageError } from "@counterpart/testing/errors";
import { withValue } from "../command.ts";
import { githubReport } from "./github.ts";
import { junitReport } from "./junit.ts";
import { markdownReport } from "./markdown.ts";
import type { Report } from "./report.ts";
import { sarifReport } from "./sarif.ts";

/** The formats for other programs than a terminal. */
const writers = {
  github: githubReport,
  junit: junitReport,
  sarif: sarifReport,
  markdown: markdownReport,
} as const;

export type Format = "text" | "json" | keyof typeof writers;

export const formatOption = withValue(
  "<format>",
  "text, json, github (annotations of a workflow), junit, sarif, or markdown (a comment); default: text",
);

/**
 * The format that was chosen by `--format` or `--json`.
 * @throws UsageError if there is no such format, or if they differ
 */
export function formatFrom({ format, json }: { format?: string; json?: boolean }): Format {
  const names: Format[] = ["text", "json", "github", "junit", "sarif", "markdown"];
  const chosen = format === undefined ? (json ? "json" : "text") : names.find((name) => name === format);
  if (chosen === undefined) throw new UsageError(`--format takes ${names.join(", ")}, not "${format}".`);
  if (json && chosen !== "json") throw new UsageError(`Choose one of --json and --format ${format}.`);
  return chosen;
}

/** Writes reports in a format for other programs. */
export function reportText(format: keyof typeof writers, reports: Report[]): string {
  return writers[format](reports);
}
