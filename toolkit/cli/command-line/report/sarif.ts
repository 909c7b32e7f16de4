import type { Finding } from "@counterpart/server/findings";
import { manifest } from "../../tools/manifest.ts";
import type { Report } from "./report.ts";

const levels = { error: "error", warning: "warning", info: "note" } as const;

/** SARIF 2.1.0: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html */
export function sarifReport(reports: Report[]): string {
  const results = reports.flatMap(({ command, findings }) =>
    findings.map((finding) => ({
      ruleId: ruleOf(finding, command),
      level: levels[finding.severity],
      message: { text: finding.message },
      locations: [locationOf(finding)],
    })),
  );
  const rules = [...new Set(results.map(({ ruleId }) => ruleId))].map((id) => ({ id }));
  const driver = { name: "counterpart", version: manifest.version, rules };
  return JSON.stringify(
    {
      $schema: "https://json.schemastore.org/sarif-2.1.0.json",
      version: "2.1.0",
      runs: [{ tool: { driver }, columnKind: "utf16CodeUnits", results }],
    },
    null,
    2,
  );
}

function ruleOf({ rule }: Finding, command: string): string {
  return rule ?? command;
}

function locationOf({ place, pointer, file, line, column }: Finding): object {
  const name = place ?? pointer;
  const region = {
    ...(line !== undefined && { startLine: line }),
    ...(column !== undefined && { startColumn: column }),
  };
  return {
    ...(file !== undefined && {
      physicalLocation: {
        artifactLocation: { uri: uriOf(file) },
        ...(line !== undefined && { region }),
      },
    }),
    ...(name !== undefined && { logicalLocations: [{ fullyQualifiedName: name }] }),
  };
}

/** A file in git, such as `main:openapi.yaml`, isn't an address. */
function uriOf(file: string): string {
  if (/^https?:/.test(file)) return file;
  const uri = encodeURI(file.replaceAll("\\", "/")).replaceAll("#", "%23").replaceAll("?", "%3F");
  return /^[^/]*:/.test(uri) ? `./${uri}` : uri;
}
