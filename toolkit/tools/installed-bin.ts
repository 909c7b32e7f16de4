import { readFile } from "node:fs/promises";
import { findPackageJSON } from "node:module";
import path from "node:path";
import { MissingPackage } from "./missing-package.ts";

/**
 * The script behind a package's command, to be run with `process.execPath`. It is found wherever the toolkit is installed,
 * independently of PATH.
 * @throws MissingPackage
 */
export async function installedBin(packageName: string, command: string): Promise<string> {
  const file = findPackage(packageName);
  if (file === undefined) throw new MissingPackage(packageName);
  const { bin = {} }: { bin?: string | Record<string, string> } = JSON.parse(await readFile(file, "utf8"));
  const script = typeof bin === "string" ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return path.join(path.dirname(file), script);
}

function findPackage(name: string): string | undefined {
  try {
    return findPackageJSON(name, import.meta.url);
  } catch {
    return undefined;
  }
}
