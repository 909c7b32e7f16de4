import { getOrMake } from "../get-or-make.ts";
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

/**
 * Adds locations to the findings that have none. Removes those that others at the same place repeat, such as a broken
 * reference because of which something is left out.
 */
export function locateFindings(findings: Finding[], locate: Locate): Finding[] {
  const unique = new Map<string, Finding>();
  const messages = new Map<string, string[]>();
  for (const finding of findings) {
    const location = locate(finding.pointer ?? "#");
    const located = { ...location, ...finding, pointer: location.pointer };
    const { file, line, pointer, message } = located;
    const place = file === undefined ? pointer : `${file}:${line}`;
    const key = `${place} ${message}`;
    if (!unique.has(key)) unique.set(key, located);
    getOrMake(messages, `${located.severity} ${pointer}`, () => []).push(message);
  }
  return [...unique.values()].filter(({ severity, pointer, message }) =>
    (messages.get(`${severity} ${pointer}`) ?? []).every(
      (other) => other === message || !(other.startsWith(`${message} `) || other.endsWith(` ${message}`)),
    ),
  );
}

/** `warning: spec/openapi.yaml:12 (#/paths/~1pets): message`. */
export function describeFinding({ severity, message, ...location }: Finding): string {
  return `${severity}: ${describeLocation(location)}: ${message}`;
}
