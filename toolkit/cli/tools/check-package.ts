import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { installedBin, MissingPackage } from "./installed-bin.ts";

const run = promisify(execFile);

export interface PackageCheck {
  tool: string;
  /** `missing` if the tool isn't installed. */
  result: "passed" | "failed" | "missing";
  /** The tool's output if it failed. */
  output: string;
}

/** Checks a built package with publint and arethetypeswrong. */
export async function checkPackage(folder: string): Promise<PackageCheck[]> {
  return [
    await runTool(["publint", "publint"], ["run", folder, "--strict", "--pack", "npm"]),
    // The package is ESM only, so it needn't resolve from CommonJS or in Node 10.
    await runTool(["@arethetypeswrong/cli", "attw"], ["--pack", folder, "--profile", "esm-only"]),
  ];
}

async function runTool([name, bin]: [string, string], args: string[]): Promise<PackageCheck> {
  try {
    await run(process.execPath, [installedBin(name, bin), ...args]);
    return { tool: bin, result: "passed", output: "" };
  } catch (error) {
    if (error instanceof MissingPackage) return { tool: bin, result: "missing", output: "" };
    const { stdout = "", stderr = "", message } = error as Error & { stdout?: string; stderr?: string };
    return { tool: bin, result: "failed", output: `${stdout}${stderr}`.trim() || message };
  }
}
