/** What the compiler says of one place. */
export interface CompilerError {
  /** Relative to the project's folder; undefined for what concerns the project, such as an option. */
  file?: string;
  /** Both counted from 1. */
  line?: number;
  column?: number;
  /** As in `TS2322`. */
  code: string;
  /** From the general to the particular, one line each. */
  message: string;
}

/** Reads the output of `tsc --pretty false`, where the lines of a message after the first are indented. */
export function parseCompilerErrors(output: string): CompilerError[] {
  const errors: CompilerError[] = [];
  for (const line of output.split(/\r?\n/)) {
    const start = /^(?:(.+)\((\d+),(\d+)\): )?error (TS\d+): (.*)$/.exec(line);
    const last = errors.at(-1);
    if (start) {
      const [, file, lineNumber, column, code = "", message = ""] = start;
      const place = file === undefined ? {} : { file, line: Number(lineNumber), column: Number(column) };
      errors.push({ ...place, code, message });
    } else if (last && line.startsWith(" ")) {
      last.message += `\n${line}`;
    }
  }
  return errors;
}
