import { spawn } from "node:child_process";
import { once } from "node:events";
import { installedBin } from "./installed-bin.ts";

/** Runs the project's tests, which record their coverage at the end. Resolves when they have ended, passed or failed. */
export async function runSuite(): Promise<void> {
  const script = await installedBin("vitest", "vitest");
  // Goes to standard error: standard output may be read by a program.
  const stdio = ["ignore", process.stderr, process.stderr] as const;
  await once(spawn(process.execPath, [script, "run"], { stdio: [...stdio] }), "close");
}
