import { spawn } from "node:child_process";
import { installedBin } from "./installed-bin.ts";

/**
 * Runs the project's tests, which record their coverage at the end. Resolves when they have ended, passed or failed.
 */
export async function runSuite(): Promise<void> {
  const script = await installedBin("vitest", "vitest");
  // Goes to standard error: standard output may be read by a program.
  const child = spawn(process.execPath, [script, "run"], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
}
