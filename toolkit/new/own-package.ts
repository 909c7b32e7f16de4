import { cp, mkdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "../tools/usage-error.ts";
import { type Manifest, vendored } from "./project-manifest.ts";
import type { RunInProject } from "./run-in-project.ts";

/** This package, as it is installed: compiled. In the workspace that is `packages/toolkit`. */
const folder = fileURLToPath(new URL("..", import.meta.url));

/** @throws UsageError where this is the toolkit's workspace, whose sources Node doesn't run below `node_modules` */
export function requireCompiled(): void {
  if (import.meta.url.endsWith(".js")) return;
  throw new UsageError(
    "A project can't install these sources of the toolkit. Use `npm run new`, which compiles them.",
  );
}

/** The script behind the command `counterpart`. */
export const ownScript = path.join(folder, "bin/counterpart.js");

export async function ownManifest(): Promise<Manifest> {
  return JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
}

/**
 * Puts into a project's `vendor/` what it installs from there: the packages of `vendored` and, unless it comes from a
 * registry, this toolkit as a tarball.
 * @returns where npm finds the toolkit, for package.json
 */
export async function vendorToolkit(
  project: string,
  { registry, run }: { registry: boolean; run: RunInProject },
): Promise<string> {
  const vendor = path.join(project, "vendor");
  await mkdir(vendor, { recursive: true });
  for (const name of vendored) {
    await cp(path.join(folder, name), path.join(vendor, name), {
      recursive: true,
      filter: (file) => path.basename(file) !== "node_modules",
    });
  }
  if (registry) return (await ownManifest()).version;
  const packed = await run(project, "npm", [
    "pack",
    folder,
    "--json",
    "--ignore-scripts",
    "--pack-destination",
    vendor,
  ]);
  return `file:vendor/${JSON.parse(packed)[0].filename}`;
}
