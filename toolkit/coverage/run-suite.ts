import { spawn } from "node:child_process";
import { installedBin } from "../tools/installed-bin.ts";

/** Runs the project's tests, which count what they see at their end. Resolves once they have ended, however they did. */
export async function runSuite(): Promise<void> {
  const script = await installedBin("vitest", "vitest");
  // Its output is for people, and standard output may be for a program.
  const child = spawn(process.execPath, [script, "run"], {
    stdio: ["ignore", process.stderr, process.stderr],
  });
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", () => resolve());
  });
}
