import { fork } from "node:child_process";
import { fileURLToPath } from "node:url";

export interface ProcessLimits {
  timeoutMs: number;
  /** Of the heap; without it, the process watches its memory itself. */
  maxHeapMb?: number;
  /** What is thrown when the time has passed. */
  tooSlow: () => Error;
  /** What is thrown when the system or Node has ended the process, most likely for its memory. */
  tooLarge: () => Error;
}

/**
 * Sends a merchant's input to a file's own process, and returns the one message that it sends back. The process returns
 * its memory when it ends. It has none of the server's environment, so that a fault in a decoder finds no secrets there.
 */
export async function runInProcess<Outcome>(
  file: URL,
  input: object,
  { timeoutMs, maxHeapMb, tooSlow, tooLarge }: ProcessLimits,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const execArgv = maxHeapMb === undefined ? [] : [`--max-old-space-size=${maxHeapMb}`];
  const child = fork(fileURLToPath(file), { serialization: "advanced", execArgv, env: {}, stdio: "ignore" });
  const timer = setTimeout(() => reject(tooSlow()), timeoutMs);
  child.once("message", (outcome) => resolve(outcome as Outcome));
  child.once("error", reject);
  child.once("exit", (code, signal) => reject(signal ? tooLarge() : new Error(`It exited with ${code}.`)));
  try {
    child.send(input, (error) => error && reject(error));
    return await promise;
  } finally {
    clearTimeout(timer);
    child.kill("SIGKILL");
  }
}
