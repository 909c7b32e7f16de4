import { describeLocation, type Locate, type Location } from "./locate.ts";

/**
 * What a finding about a document means for whoever serves it:
 * - `error`: this part can't be served; an error of the whole document has the pointer `#`
 * - `warning`: it is served, but something is degraded: not checked, dropped, ambiguous. Says what to write instead.
 * - `info`: something a reader may not expect
 */
export type Severity = "error" | "warning" | "info";

/** Something that was found at one place, and where it is written: undefined where that isn't known. */
export interface Finding extends Partial<Location> {
  severity: Severity;
  /** What isn't met, as in `operation-removed`; undefined where the message says all. */
  rule?: string;
  /** In words, as in `POST /pets, request body`. */
  place?: string;
  message: string;
}

/**
 * Says where the places of findings are written, for those that don't know it. Of findings that say the same of the same
 * place, one remains.
 */
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
