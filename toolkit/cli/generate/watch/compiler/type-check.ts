import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTsc } from "../../../tools/run-tsc.ts";
import { type CompilerError, parseCompilerErrors } from "./compiler-error.ts";

export interface TypeCheck {
  /** Lists the compiler's errors; undefined if aborted. Runs one at a time. */
  check: (signal: AbortSignal) => Promise<CompilerError[] | undefined>;
  close: () => Promise<void>;
}

/**
 * Checks a project's types with its own `tsc`, incrementally: a file caches results for unchanged sources.
 * @param configFile the project's tsconfig.json
 */
export function createTypeCheck(configFile: string): TypeCheck {
  let folder: string | undefined;
  return {
    check: async (signal) => {
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
