import { findingLines } from "../../inspect/finding-text.ts";
import type { CompilerError } from "./compiler/type-check.ts";
import type { LeftOver } from "./left-overs.ts";
import type { Regenerated } from "./regenerate.ts";

/** The limit on compiler errors shown per run. */
const maxErrors = 20;

/**
 * Formats the result of a run for a document.
 * @param shown the note lines printed before
 * @param renames all operationIds renamed since the start
 */
export function regeneratedLines(
  { changes, written, removed, leftOver, notes }: Regenerated,
  { shown, renames }: { shown: Set<string>; renames: Map<string, string> },
): string[] {
  const { added, removed: gone, renamed } = changes;
  return [
    ...findingLines(notes).filter((line) => !shown.has(line)),
    ...added.map(({ operationId, call }) => `added: ${operationId} (${call})`),
    ...gone.map(({ operationId, call }) => `removed: ${operationId} (${call})`),
    ...renamed.map(({ from, to, call }) => `renamed: ${from} is ${to} now (${call})`),
    ...written.map((file) => `written: ${file}`),
    ...removed.map((file) => `deleted: ${file}`),
    ...leftOver.map((one) => leftOverLine(one, renames)),
  ];
}

function leftOverLine({ file, operationId, usedFile }: LeftOver, renames: Map<string, string>): string {
  if (usedFile !== undefined) {
    return `left over: ${file} is a second handler of ${operationId}. The server uses ${usedFile}; delete one of them.`;
  }
  const now = renames.get(operationId);
  return now === undefined
    ? `left over: ${file}: the document has no operation ${operationId}. Delete the file.`
    : `left over: ${file}: ${operationId} is ${now} now. Move its code to the handler of ${now}, and delete the file.`;
}

/** Formats the compiler's errors, shortened to the first and last line of each message. */
export function compilerLines(errors: CompilerError[]): string[] {
  if (errors.length === 0) return ["The compiler finds no errors."];
  const shown = errors.slice(0, maxErrors).map((error) => `  ${compilerLine(error)}`);
  const more = errors.length - shown.length;
  return [
    `The compiler finds ${errors.length} ${errors.length === 1 ? "error" : "errors"}:`,
    ...shown,
    ...(more > 0 ? [`  … and ${more} more, which \`npx tsc\` lists.`] : []),
  ];
}

function compilerLine({ file, line, column, code, message }: CompilerError): string {
  const [first = "", ...rest] = message.split("\n").map((one) => one.trim());
  const last = rest.at(-1);
  const text = last === undefined ? first : `${first} ${last}`;
  return `${file === undefined ? "" : `${file}:${line}:${column} `}${code} ${text}`;
}
