import { readFileSync } from "node:fs";

interface Manifest {
  version: string;
  engines: { node: string };
  dependencies: Record<string, string>;
}

/** The command line's own package.json, read at runtime: older Node versions warn about JSON imports. */
export const manifest: Manifest = read("../package.json");

/** The tools that a new project installs besides our packages: exact versions by name. */
export const projectTools: Record<string, string> = read("../template/package.json").devDependencies;

function read(file: string) {
  return JSON.parse(readFileSync(new URL(file, import.meta.url), "utf8"));
}
