import { describeLocation, type Finding, type Severity } from "@counterpart/server/findings";
import { type FindingGroup, groupFindings } from "./finding-text.ts";
import type { DocumentFacts, Inspection } from "./inspect-document.ts";

const headings: Record<Severity, string> = {
  error: "Not served, or not working",
  warning: "Served, but ignored, not checked or read differently",
  info: "Good to know",
};

/** Formats an inspection as one page. Repeated findings appear once. */
export function inspectionText(root: string, { accepted, facts, notes }: Inspection): string {
  return [...head(root, facts, accepted), ...sections(notes)].join("\n");
}

function head(root: string, facts: DocumentFacts | undefined, accepted: boolean): string[] {
  if (!facts) return [`✗ ${root} can't be served.`];
  const { openapi, title, version, operations, failing, leftOut, schemas, security } = facts;
  return [
    `${title} ${version}`.trim() || "A document without a title",
    "",
    ...[
      ["OpenAPI", openapi],
      [
        "operations",
        [
          `${operations}`,
          ...(failing > 0 ? [`${failing} of them can't work`] : []),
          ...(leftOut.length > 0 ? [`and ${leftOut.length} left out`] : []),
        ].join(", "),
      ],
      ["schemas", `${schemas}`],
      ["security", security.join(", ") || "none"],
    ].map(([name = "", value]) => `  ${name.padEnd(12)}${value}`),
    "",
    verdict(root, facts, accepted),
  ];
}

function verdict(root: string, { operations, failing, leftOut }: DocumentFacts, accepted: boolean): string {
  if (!accepted) return `✗ ${root} can't be served.`;
  if (operations === 0) return `✓ ${root} is valid, but it has no operations to serve.`;
  const except = [
    ...(leftOut.length > 0 ? ["what is left out"] : []),
    ...(failing > 0 ? [`${failing} ${failing === 1 ? "operation that" : "operations that"} can't work`] : []),
  ];
  return `✓ ${root} can be served${except.length > 0 ? `, except for ${except.join(" and ")}` : ""}.`;
}

function sections(notes: Finding[]): string[] {
  const groups = groupFindings(notes);
  return (["error", "warning", "info"] as const).flatMap((severity) => {
    const own = groups.filter(({ first }) => first.severity === severity);
    if (own.length === 0) return [];
    const places = own.reduce((sum, { count }) => sum + count, 0);
    return [
      "",
      `${headings[severity]} (${places} ${places === 1 ? "place" : "places"}):`,
      ...own.flatMap(item),
    ];
  });
}

function item({ first: { message, ...place }, count }: FindingGroup): string[] {
  const more = count - 1;
  const others = more > 0 ? `, and ${more} more ${more === 1 ? "place" : "places"}` : "";
  return ["", `  ${describeLocation(place)}${others}`, `    ${message}`];
}
