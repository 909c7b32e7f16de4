import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);

/** The folder whose package.json names the version. */
export const installed = fileURLToPath(new URL(".", import.meta.url));

/** Installs Specmatic; returns the reason in a sentence if it can't run here. */
export async function prepareSpecmatic(): Promise<string | undefined> {
  const hasJava = await run("java", ["-version"]).then(
    () => true,
    () => false,
  );
  if (!hasJava) return "There is no Java here.";
  const options = ["--ignore-scripts", "--no-audit", "--no-fund"];
  return run("npm", ["ci", "--prefix", installed, ...options]).then(
    () => undefined,
    ({ stderr }) => `The package specmatic can't be installed: ${stderr.trim()}`,
  );
}

export async function specmaticVersion(): Promise<string> {
  return JSON.parse(await readFile(path.join(installed, "package.json"), "utf8")).dependencies.specmatic;
}
