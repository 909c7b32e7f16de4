import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installedBin } from "./installed-bin.ts";
import { MissingPackage } from "./missing-package.ts";

const run = promisify(execFile);

export interface PackageCheck {
  tool: string;
  /** `missing` where the tool isn't installed. */
  result: "passed" | "failed" | "missing";
  /** What the tool printed when it failed. */
  output: string;
}

/** Has publint and arethetypeswrong check a built package. */
export async function checkPackage(folder: string): Promise<PackageCheck[]> {
  return [
    await runTool(["publint", "publint"], ["run", folder, "--strict", "--pack", "npm"]),
    // Programs that load modules the old way (CommonJS, Node 10) can't use an ESM package, and needn't.
    await runTool(["@arethetypeswrong/cli", "attw"], ["--pack", folder, "--profile", "esm-only"]),
  ];
}

async function runTool([name, bin]: [string, string], args: string[]): Promise<PackageCheck> {
  try {
    await run(process.execPath, [await installedBin(name, bin), ...args]);
    return { tool: bin, result: "passed", output: "" };
  } catch (error) {
    if (error instanceof MissingPackage) return { tool: bin, result: "missing", output: "" };
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    return { tool: bin, result: "failed", output: `${stdout}${stderr}`.trim() || message };
  }
}
