import { readFileSync } from "node:fs";
import { findPackageJSON } from "node:module";
import path from "node:path";

/**
 * The script of a package's command, to be run with `process.execPath`. Works wherever the toolkit is
 * installed, independently of PATH.
 * @param from the module or file to resolve the package from; default: this one
 * @throws MissingPackage
 */
export function installedBin(
  packageName: string,
  command: string,
  from: string | URL = import.meta.url,
): string {
  const file = findPackage(packageName, from);
  if (file === undefined) throw new MissingPackage(packageName);
  const { bin = {} }: { bin?: string | Record<string, string> } = JSON.parse(readFileSync(file, "utf8"));
  const script = typeof bin === "string" ? bin : bin[command];
  if (script === undefined) throw new Error(`${packageName} has no command ${command}.`);
  return path.join(path.dirname(file), script);
}

function findPackage(name: string, from: string | URL): string | undefined {
  try {
    return findPackageJSON(name, from);
  } catch {
    return undefined;
  }
}

/** A command needs a package that isn't installed. */
export class MissingPackage extends Error {
  readonly packageName: string;

  constructor(packageName: string) {
    super(`${packageName} isn't installed.`);
    this.packageName = packageName;
  }
}
