import type { Report } from "./report.ts";

const commands = { error: "error", warning: "warning", info: "notice" } as const;

/**
 * Annotations of a workflow run:
 * https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
 */
export function githubReport(reports: Report[]): string {
  return reports
    .flatMap(({ command, findings }) =>
      findings.map(({ severity, rule = command, place, message, file, line, column }) => {
        const properties = { file, line, col: column, title: `counterpart ${command}: ${rule}` };
        const listed = Object.entries(properties)
          .filter(([name, value]) => value !== undefined && (file !== undefined || name === "title"))
          .map(([name, value]) => `${name}=${escapedProperty(String(value))}`);
        const text = place === undefined ? message : `${place}: ${message}`;
        return `::${commands[severity]} ${listed.join(",")}::${escaped(text)}`;
      }),
    )
    .join("\n");
}

function escaped(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapedProperty(text: string): string {
  return escaped(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
