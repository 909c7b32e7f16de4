import { spawn } from "node:child_process";
import { once } from "node:events";
import { installedBin } from "./installed-bin.ts";

/** Runs the project's tests, which record their coverage. Resolves when they have ended, passed or failed. */
export async function runSuite(): Promise<void> {
  const script = await installedBin("vitest", "vitest");
  // Writes to standard error, because a program may read standard output.
  const stdio = ["ignore", process.stderr, process.stderr] as const;
  await once(spawn(process.execPath, [script, "run"], { stdio: [...stdio] }), "close");
}
