// Separate from `lint-document.ts`, which can't be loaded under Node 20, where `counterpart new` also runs.

export interface LintProblem {
  severity: "error" | "warn";
  message: string;
  ruleId: string;
  /** The place: file, line and column, counted from 1, and the JSON pointer. */
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

/** The arguments with which Redocly's command line prints every problem as JSON. */
export function lintArguments(spec: string): string[] {
  return ["lint", spec, "--format", "json", "--max-problems", "1000000"];
}

/** Parses the problems that Redocly printed; undefined when it printed something else. */
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
