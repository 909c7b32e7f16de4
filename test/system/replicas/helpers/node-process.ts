import { execFile, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { promisify } from "node:util";
import { onTestFinished } from "vitest";
import { asUnprivileged } from "../../../helpers/processes/as-unprivileged.ts";

export interface Running {
  pid: number;
  ended: Promise<void>;
}

/** Starts a program as an unprivileged user, with its output in a file. It is killed after the test. */
export function startProgram(
  command: string[],
  { env = {}, logFile }: { env?: Record<string, string>; logFile: string },
): Running {
  const [program = "", ...args] = [...asUnprivileged, ...command];
  // A file, not a pipe: the program's children may outlive it, and have the same output.
  const log = openSync(logFile, "a");
  const child = spawn(program, args, {
    env: { PATH: process.env.PATH, LANG: "C.UTF-8", ...env },
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const { pid } = child;
  if (pid === undefined) throw new Error(`${program} can't be started.`);
  onTestFinished(async () => {
    if (child.exitCode === null && child.signalCode === null) signal([pid], "SIGKILL");
    await ended;
  });
  return { pid, ended };
}

/** A process and all of its descendants. */
export async function familyOf(pid: number): Promise<number[]> {
  const children = await promisify(execFile)("pgrep", ["-P", `${pid}`]).then(
    ({ stdout }) => stdout.trim().split("\n").map(Number),
    () => [],
  );
  const families = await Promise.all(children.map(familyOf));
  return [pid, ...families.flat()];
}

/** Those that have ended in the meantime don't matter. */
export function signal(pids: number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, name);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "ESRCH") throw error;
    }
  }
}
