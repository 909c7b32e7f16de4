import { cp, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "@counterpart/testing/errors";
import { nodeRuntime, ownScript, vendorPackages } from "../new/own-package.ts";
import { type Manifest, ourNames, serverName, updatedManifest } from "../new/project-manifest.ts";
import type { ProjectRunner, RunInProject } from "../new/run-in-project.ts";
import { manifest as ownManifest, projectTools } from "../tools/manifest.ts";
import { temporaryFolder } from "../tools/temporary-folder.ts";
import { diffFolders, requireGit, templateChanges } from "./template-changes.ts";

export type Update = Awaited<ReturnType<typeof updateProject>>;

/**
 * Updates a project to this version: the dependencies, tools, generated files and stubs. Returns a diff of
 * the other changes in `new`, for the owner to apply. A failed installation leaves the project unchanged.
 * @param check only compare; nothing is written
 * @throws UsageError if the folder isn't a project that can be updated
 */
export async function updateProject(
  project: string,
  { check }: { check: boolean },
  { run, progress }: ProjectRunner,
) {
  const manifest = await readManifest(project);
  const before = await installed(project, manifest);
  await requireGit();
  await using temporary = await temporaryFolder("update");
  const [old, updated] = [path.join(temporary.path, "old"), path.join(temporary.path, "new")];
  // Each version renders its own template, so that no version needs to know another's.
  await run(project, "counterpart", ["update", "--render", old]);
  let kept: string[] = [];
  if (check) {
    await run(project, "node", [ownScript, "update", "--render", updated]);
  } else {
    progress(`Installing version ${ownManifest.version}.`);
    kept = await install(project, { manifest, tools: before.tools, run });
    progress("Generating.");
    await run(project, "counterpart", ["generate"]);
    await run(project, "counterpart", ["scaffold"]);
    await run(project, "counterpart", ["update", "--render", updated]);
  }
  const changes = await templateChanges(old, updated, project);
  const diff = changes.length === 0 ? "" : await diffFolders(temporary.path, "old", "new");
  return {
    from: before.version,
    to: ownManifest.version,
    /** Template files that differ between the versions, unless the project already has the newer text. */
    changes,
    /** All changes as one patch for `git apply`; empty if there are none. */
    diff,
    /** Tools whose versions the project's owner has chosen; they are kept. */
    kept,
  };
}

const notAProject = `\`counterpart new\` of 0.3 or later didn't create this project: its package.json has no dependency ${serverName}.
Make a new project from its document and move your files there.`;

async function readManifest(project: string): Promise<Manifest> {
  const text = await readFile(path.join(project, "package.json"), "utf8").catch(() => {
    throw new UsageError(`There is no package.json in ${project}. Run the command in a project's folder.`);
  });
  return JSON.parse(text);
}

function ours({ dependencies, devDependencies }: Manifest): Record<string, string> {
  const all = { ...devDependencies, ...dependencies };
  return Object.fromEntries(Object.entries(all).filter(([name]) => ourNames.includes(name)));
}

/** The installed version, and that version's tools: exact versions by name. */
async function installed(
  project: string,
  manifest: Manifest,
): Promise<{ version: string; tools: Record<string, string> }> {
  if (!(serverName in ours(manifest))) throw new UsageError(notAProject);
  const { version } = await readInstalled(project, `${serverName}/package.json`);
  const { devDependencies = {} } = await readInstalled(project, "@counterpart/cli/template/package.json");
  return { version, tools: devDependencies };
}

async function readInstalled(project: string, name: string): Promise<Manifest> {
  const text = await readFile(path.join(project, "node_modules", name), "utf8").catch(() => {
    throw new UsageError("The project's dependencies aren't installed. Run `npm ci` first.");
  });
  return JSON.parse(text);
}

/** Installs this version. Returns the tools whose versions the project keeps. */
async function install(
  project: string,
  { manifest, tools, run }: { manifest: Manifest; tools: Record<string, string>; run: RunInProject },
): Promise<string[]> {
  await using backup = await temporaryFolder("backup");
  const saved = ["package.json", "package-lock.json", "vendor"];
  for (const name of saved) await copyIfThere(path.join(project, name), path.join(backup.path, name));
  try {
    const old = ours(manifest);
    const registry = !Object.values(old).some((source) => source.startsWith("file:"));
    const node = manifest.devDependencies?.[nodeRuntime] !== undefined;
    const sources = await vendorPackages(project, { registry, node, run });
    const result = updatedManifest(manifest, { before: tools, after: projectTools, sources });
    await writeFile(path.join(project, "package.json"), `${JSON.stringify(result.manifest, null, 2)}\n`);
    // Named, because npm keeps an installed tarball of the same name, whatever is in the new one.
    const tarballs = registry ? [] : ourNames.flatMap((name) => sources[name] ?? []);
    await run(project, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline", ...tarballs]);
    const used = new Set(
      Object.values({ ...result.manifest.dependencies, ...result.manifest.devDependencies }),
    );
    for (const source of Object.values({ ...tools, ...old }).filter((one) => one.startsWith("file:"))) {
      if (!used.has(source))
        await rm(path.join(project, source.slice("file:".length)), { recursive: true, force: true });
    }
    return result.kept;
  } catch (error) {
    for (const name of saved) {
      await rm(path.join(project, name), { recursive: true, force: true });
      await copyIfThere(path.join(backup.path, name), path.join(project, name));
    }
    throw error;
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
