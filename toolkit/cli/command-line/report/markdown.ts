import type { Finding, Severity } from "@counterpart/server/findings";
import { placeOf, type Report } from "./report.ts";

const order: Severity[] = ["error", "warning", "info"];
const marks = { error: "❌", warning: "⚠️", info: "ℹ️" } as const;

/** GitHub refuses comments of more than 65,536 characters. */
const maxRows = 50;
const maxMessage = 500;

/** A comment for a pull request, with a table of the findings. */
export function markdownReport(reports: Report[]): string {
  return reports
    .map(({ command, document, passed, findings }) => {
      const sorted = order.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted));
      const more = sorted.length - maxRows;
      return [
        `### ${passed ? "✅" : "❌"} \`counterpart ${command}\`: ${cell(document)}`,
        sorted.length === 0
          ? "Nothing found."
          : [
              "| | Place | Finding |",
              "|---|---|---|",
              ...sorted.slice(0, maxRows).map((one) => row(one, command)),
            ].join("\n"),
        ...(more > 0 ? [`And ${more} more.`] : []),
      ].join("\n\n");
    })
    .join("\n\n");
}

function row(finding: Finding, command: string): string {
  const { severity, rule = command, message } = finding;
  const shown = message.length > maxMessage ? `${message.slice(0, maxMessage)}…` : message;
  return `| ${marks[severity]} | ${cell(placeOf(finding))} | ${cell(shown)} (${cell(rule)}) |`;
}

/** Text of the document, which mustn't become Markdown, HTML or a mention. */
function cell(text: string): string {
  return text
    .replaceAll(/[\\`*_[\]|<>~#!@]/g, (character) => `&#${character.charCodeAt(0)};`)
    .replaceAll(/\s*[\r\n]+\s*/g, "<br>");
}
