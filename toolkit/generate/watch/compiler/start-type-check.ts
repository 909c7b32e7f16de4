import path from "node:path";
import { Worker } from "node:worker_threads";
import type { CompilerError } from "./compiler-error.ts";

export interface ThreadData {
  configFile: string;
  /** The number of the check that is wanted, an Int32: a check with another one ends. */
  current: SharedArrayBuffer;
}

export interface CheckRequest {
  number: number;
}

export interface CheckResult {
  /** Undefined when it was cancelled. */
  errors: CompilerError[] | undefined;
}

export interface RunningTypeCheck {
  /** Lists the compiler's errors; undefined when it was aborted. One at a time. */
  check: (signal: AbortSignal) => Promise<CompilerError[] | undefined>;
  close: () => Promise<unknown>;
}

/**
 * Starts the compiler in a thread of its own: for a large document it needs many seconds, in which changes must be seen.
 * @param configFile the project's tsconfig.json
 */
export function startTypeCheck(configFile: string): RunningTypeCheck {
  const current = new SharedArrayBuffer(4);
  const numbers = new Int32Array(current);
  // As this module is: TypeScript in the workspace, JavaScript in the package.
  const thread = new URL(`./type-check-thread${path.extname(import.meta.url)}`, import.meta.url);
  const worker = new Worker(thread, { workerData: { configFile, current } satisfies ThreadData });
  let last = 0;
  return {
    check: async (signal) => {
      if (signal.aborted) return undefined;
      const number = ++last;
      Atomics.store(numbers, 0, number);
      const cancel = () => void Atomics.store(numbers, 0, 0);
      signal.addEventListener("abort", cancel);
      try {
        return await resultOf(worker, number);
      } finally {
        signal.removeEventListener("abort", cancel);
      }
    },
    close: () => worker.terminate(),
  };
}

function resultOf(worker: Worker, number: number): Promise<CompilerError[] | undefined> {
  return new Promise((resolve, reject) => {
    const onMessage = ({ errors }: CheckResult) => {
      worker.off("error", onError);
      resolve(errors);
    };
    const onError = (error: unknown) => {
      worker.off("message", onMessage);
      reject(error);
    };
    worker.once("message", onMessage).once("error", onError);
    worker.postMessage({ number } satisfies CheckRequest);
  });
}
