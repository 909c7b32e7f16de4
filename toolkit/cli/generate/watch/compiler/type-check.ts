import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTsc } from "../../../tools/run-tsc.ts";

/**
 * Checks a project's types with its own `tsc`, incrementally: a file caches results for unchanged sources.
 * @param configFile the project's tsconfig.json
 */
export function createTypeCheck(configFile: string) {
  let folder: string | undefined;
  return {
    /** Lists the compiler's errors; undefined if aborted. Runs one at a time. */
    check: async (signal: AbortSignal) => {
      if (signal.aborted) return undefined;
      folder ??= await mkdtemp(path.join(tmpdir(), "counterpart-types-"));
      const known = path.join(folder, "known.tsbuildinfo");
      const args = ["-p", configFile, "--noEmit", "--incremental", "--tsBuildInfoFile", known];
      try {
        const { exitCode, output } = await runTsc(args, { signal });
        const errors = parseCompilerErrors(output);
        if (exitCode !== 0 && errors.length === 0) throw new Error(`tsc failed:\n${output}`);
        return errors;
      } catch (error) {
        if (signal.aborted) return undefined;
        throw error;
      }
    },
    close: async () => {
      if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

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
function parseCompilerErrors(output: string): CompilerError[] {
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
