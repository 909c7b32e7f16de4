// Apart from `lint-document.ts`: `counterpart new` starts under Node 20, where that can't be loaded.

export interface LintProblem {
  severity: "error" | "warn";
  message: string;
  ruleId: string;
  /** Where: file, line and column, from 1, and the JSON pointer. */
  file: string;
  line: number;
  column: number;
  pointer?: string;
}

interface RedoclyProblem {
  severity: "error" | "warn";
  message: string;
  ruleId: string;
  location: {
    source: { ref: string };
    pointer?: string;
    start?: { line: number; col: number };
  }[];
}

/** With which Redocly's command line prints every problem as JSON. */
export function lintArguments(spec: string): string[] {
  return ["lint", spec, "--format", "json", "--max-problems", "1000000"];
}

/** The problems that Redocly has printed; undefined when it has printed something else. */
export function lintProblems(printed: string, spec: string): LintProblem[] | undefined {
  let problems: RedoclyProblem[];
  try {
    ({ problems } = JSON.parse(printed));
  } catch {
    return undefined;
  }
  return problems.map(({ severity, message, ruleId, location: [place] }) => ({
    severity,
    message,
    ruleId,
    file: place?.source.ref ?? spec,
    line: place?.start?.line ?? 1,
    column: place?.start?.col ?? 1,
    ...(place?.pointer !== undefined && { pointer: place.pointer }),
  }));
}
