/** A compiler error at one place. */
export interface CompilerError {
  /** Relative to the project's folder; undefined for errors about the project, such as in an option. */
  file?: string;
  /** Both counted from 1. */
  line?: number;
  column?: number;
  /** As in `TS2322`. */
  code: string;
  /** From general to specific, one line each. */
  message: string;
}

/** Parses the output of `tsc --pretty false`, which indents the further lines of a message. */
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
