import type { Finding } from "@counterpart/server/findings";
import type { Terminal } from "./command.ts";
import { explainFailure } from "./explain-failure.ts";
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
  const isAlone = documents.length === 1;
  const isReport = format !== "text" && format !== "json";
  const print = (text: string) => terminal.stdout.write(`${text}\n`);
  const results: (DocumentResult & { name: string })[] = [];
  for (const document of documents) {
    const { name } = document;
    const running = run(document);
    const result = await (isAlone || isReport ? running : running.catch((error) => failure(error, command)));
    const heading = `${results.length === 0 ? "" : "\n"}${name}:\n`;
    if (format === "text") print(isAlone ? result.text : heading + result.text);
    results.push({ name, ...result });
  }
  if (isReport) {
    const reports = results.map(({ name, exitCode, findings = [] }) => {
      return { command, document: name, passed: exitCode === 0, findings };
    });
    print(reportText(format, reports));
  }
  const values = results.map(({ name, json }) => [name, json] as const);
  if (format === "json") print(asJson(isAlone ? values[0]?.[1] : { documents: Object.fromEntries(values) }));
  return Math.max(0, ...results.map(({ exitCode }) => exitCode));
}

function failure(error: unknown, command: string): DocumentResult {
  const message = explainFailure(error, command);
  return { exitCode: 2, json: { error: message }, text: message };
}

function asJson(value: unknown): string {
  return JSON.stringify(value, null, 2);
}
