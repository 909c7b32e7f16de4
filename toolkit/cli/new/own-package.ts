import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { UsageError } from "@counterpart/testing/errors";
import { manifest } from "../tools/manifest.ts";
import { type Manifest, ourNames } from "./project-manifest.ts";
import type { RunInProject } from "./run-in-project.ts";

/** The installed, compiled package; in the workspace that is `packages/cli`. */
const folder = fileURLToPath(new URL("..", import.meta.url));

/** @throws UsageError in the toolkit's workspace, because Node doesn't run TypeScript below `node_modules` */
export function requireCompiled(): void {
  if (import.meta.url.endsWith(".js")) return;
  throw new UsageError(
    "A project can't install the toolkit from its sources. Use `npm run new`, which compiles them.",
  );
}

/** The script of the command `counterpart`. */
export const ownScript = path.join(folder, "bin/counterpart.js");

/** The package that installs a project's Node, and its folder. */
export const nodeRuntime = "node-runtime";

export interface Vendored {
  /** Whether npm finds our packages in a registry; otherwise the project gets them as tarballs. */
  registry: boolean;
  /** Whether the project installs its Node, 189 MB. */
  node: boolean;
}

/**
 * Adds local packages to a project's `vendor/`: our packages as tarballs, and its Node.
 * @returns where npm finds each of them, for package.json
 */
export async function vendorPackages(
  project: string,
  { registry, node, run }: Vendored & { run: RunInProject },
): Promise<Record<string, string>> {
  const vendor = path.join(project, "vendor");
  const sources: Record<string, string> = {};
  if (node) {
    await copyWithoutModules(path.join(folder, nodeRuntime), path.join(vendor, nodeRuntime));
    sources[nodeRuntime] = `file:vendor/${nodeRuntime}`;
  }
  if (!registry) await mkdir(vendor, { recursive: true });
  for (const name of ourNames) {
    const found = await find(name);
    sources[name] = registry ? found.manifest.version : `file:vendor/${await pack(found, vendor, run)}`;
  }
  return sources;
}

interface Found {
  folder: string;
  manifest: Manifest;
}

async function find(name: string): Promise<Found> {
  const file = createRequire(import.meta.url).resolve(`${name}/package.json`);
  return { folder: path.dirname(file), manifest: JSON.parse(await readFile(file, "utf8")) };
}

/**
 * Packs a package without bundled dependencies: a second copy would be a second server.
 * @returns the tarball's file name
 */
async function pack(
  { folder: installed, manifest }: Found,
  vendor: string,
  run: RunInProject,
): Promise<string> {
  const place = await mkdtemp(path.join(tmpdir(), "counterpart-pack-"));
  try {
    await copyWithoutModules(installed, place);
    const { bundleDependencies: _, ...alone } = manifest;
    await writeFile(path.join(place, "package.json"), `${JSON.stringify(alone, null, 2)}\n`);
    const args = ["pack", place, "--json", "--ignore-scripts", "--pack-destination", vendor];
    return JSON.parse(await run(vendor, "npm", args))[0].filename;
  } finally {
    await rm(place, { recursive: true });
  }
}

async function copyWithoutModules(from: string, to: string): Promise<void> {
  await cp(from, to, {
    recursive: true,
    filter: (file) => !path.relative(from, file).includes("node_modules"),
  });
}

/**
 * Whether a project created here installs its own Node: the shell's is older than the project's commands need.
 * @param env npm's variables: the Node that runs npm is the shell's, also where scripts run on a bundled one
 */
export function needsBundledNode(env: Record<string, string | undefined>): boolean {
  const [, npmNode] = / node\/v(\d+)/.exec(env.npm_config_user_agent ?? "") ?? [];
  const needed = Number.parseInt(manifest.engines.node.replace(/\D+/, ""), 10);
  return Number.parseInt(npmNode ?? process.versions.node, 10) < needed;
}
