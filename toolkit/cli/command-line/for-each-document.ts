import type { Finding } from "@counterpart/server/document/findings/finding";
import type { Terminal } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
import type { Report } from "./report/report.ts";
import { type Format, reportText } from "./report/write-report.ts";

/** The result of a command for one document. */
export interface DocumentResult {
  /** 0 for success, 1 if something must be fixed. */
  exitCode: number;
  /** For `--json`. */
  json: unknown;
  /** For people, without a trailing line break. */
  text: string;
  /** For `--format`, of commands that have it. */
  findings?: Finding[];
}

interface Parts {
  command: string;
  /** Whether `--json` was given. */
  json?: boolean | undefined;
  /** The format of commands that have more than text and JSON. */
  format?: Format;
  terminal: Terminal;
}

/**
 * Runs a command for each document and prints the results, under the documents' names if there are several
 * (`{"documents": {"<name>": …}}` with `--json`). With several, an error becomes the result of its document.
 * @returns the highest exit code
 */
export async function forEachDocument<Document extends { name: string }>(
  documents: Document[],
  parts: Parts,
  run: (document: Document) => Promise<DocumentResult>,
): Promise<number> {
  const { terminal, command, format = parts.json ? "json" : "text" } = parts;
  if (format !== "text" && format !== "json") {
    const reports: Report[] = [];
    let highest = 0;
    for (const document of documents) {
      const { exitCode, findings = [] } = await run(document);
      highest = Math.max(highest, exitCode);
      reports.push({ command, document: document.name, passed: exitCode === 0, findings });
    }
    terminal.stdout.write(`${reportText(format, reports)}\n`);
    return highest;
  }
  const json = format === "json";
  const [first, ...others] = documents;
  if (first !== undefined && others.length === 0) {
    const result = await run(first);
    terminal.stdout.write(`${json ? asJson(result.json) : result.text}\n`);
    return result.exitCode;
  }
  const values: Record<string, unknown> = {};
  let worst = 0;
  for (const [index, document] of documents.entries()) {
    const { name } = document;
    const result = await run(document).catch((error: unknown) => failure(error, parts.command));
    values[name] = result.json;
    worst = Math.max(worst, result.exitCode);
    if (!json) terminal.stdout.write(`${index === 0 ? "" : "\n"}${name}:\n${result.text}\n`);
  }
  if (json) terminal.stdout.write(`${asJson({ documents: values })}\n`);
  return worst;
}

function failure(error: unknown, command: string): DocumentResult {
  const message = explainFailure(error, command);
  return { exitCode: 2, json: { error: message }, text: message };
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
