import { describeLocation, type Locate, type Location } from "./locate.ts";

/**
 * How severe a finding about a document is:
 * - `error`: this part can't be served; an error of the whole document has the pointer `#`
 * - `warning`: it is served, but something is unchecked, dropped or ambiguous; the message suggests a fix
 * - `info`: something a reader may not expect
 */
export type Severity = "error" | "warning" | "info";

/** Something found at one place, and its location if known. */
export interface Finding extends Partial<Location> {
  severity: Severity;
  /** The violated rule, as in `operation-removed`; undefined if the message is sufficient. */
  rule?: string;
  /** Human-readable, as in `POST /pets, request body`. */
  place?: string;
  message: string;
}

/** Adds locations to the findings that have none, and removes duplicates at the same place. */
export function locateFindings(findings: Finding[], locate: Locate): Finding[] {
  const unique = new Map<string, Finding>();
  for (const finding of findings) {
    const location = locate(finding.pointer ?? "#");
    const located = { ...location, ...finding, pointer: location.pointer };
    const { file, line, pointer, message } = located;
    const key = `${file === undefined ? pointer : `${file}:${line}`} ${message}`;
    if (!unique.has(key)) unique.set(key, located);
  }
  return [...unique.values()];
}

/** `warning: spec/openapi.yaml:12 (#/paths/~1pets): message`. */
export function describeFinding({ severity, message, ...location }: Finding): string {
  return `${severity}: ${describeLocation(location)}: ${message}`;
}
