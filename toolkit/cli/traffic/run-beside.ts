import { spawn } from "node:child_process";
import { constants } from "node:os";

interface Beside {
  env: Record<string, string | undefined>;
  /** Whether the command writes to standard error, since standard output has something else. */
  toStderr: boolean;
}

/**
 * Runs a command until it ends. A stop signal is passed on to it. Resolves to its exit code, as a shell reports it.
 * @throws if it can't be started
 */
export function runBeside([command = "", ...args]: string[], { env, toStderr }: Beside): Promise<number> {
  const child = spawn(command, args, {
    env,
    stdio: ["inherit", toStderr ? process.stderr : "inherit", "inherit"],
    // On Windows, npm and the like are scripts that need a shell.
    shell: process.platform === "win32",
  });
  const stop = (signal: NodeJS.Signals): void => void child.kill(signal);
  // A terminal sends SIGINT to both processes.
  const interrupt = process.stdin.isTTY ? () => {} : stop;
  process.on("SIGINT", interrupt);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  return new Promise<number>((resolve, reject) => {
    child.once("error", (error) => reject(new Error(`${command} can't be run: ${error.message}`)));
    child.once("close", (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? "SIGTERM"]));
  }).finally(() => {
    process.off("SIGINT", interrupt);
    process.off("SIGTERM", stop);
    process.off("SIGHUP", stop);
  });
}
