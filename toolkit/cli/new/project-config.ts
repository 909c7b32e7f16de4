import type { DocumentConfig } from "../config/define-config.ts";

/** The parts of a new project's configuration that depend on the document. */
export type DocumentFacts = Pick<DocumentConfig, "spec" | "overlays" | "include">;

/** A document's entry in the configuration, as code. */
export function documentEntry({ spec, overlays = [], include = {} }: DocumentFacts): string {
  const parts = Object.entries(include).map(([key, values]) => `${key}: ${listText(values)}`);
  const lines = [
    `spec: ${JSON.stringify(spec)}`,
    ...(overlays.length > 0 ? [`overlays: ${listText(overlays)}`] : []),
    ...(parts.length > 0 ? [`include: { ${parts.join(", ")} }`] : []),
  ];
  const [only = "", ...others] = lines;
  if (others.length === 0) return `[{ ${only} }]`;
  return `[\n    {\n${lines.map((line) => `      ${line},\n`).join("")}    },\n  ]`;
}

function listText(values: string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(", ")}]`;
}
