import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ownManifest, ownScript, vendorToolkit } from "../new/own-package.ts";
import { type Manifest, toolkitName } from "../new/project-manifest.ts";
import type { RunInProject } from "../new/run-in-project.ts";
import { UsageError } from "../tools/usage-error.ts";
import { diffFolders, requireGit } from "./diff-folders.ts";
import { type TemplateChange, templateChanges } from "./template-changes.ts";
import { updatedManifest } from "./updated-manifest.ts";

export interface Surroundings {
  run: RunInProject;
  /** Called with a sentence before a step that takes a while. */
  progress: (sentence: string) => void;
}

export interface Update {
  from: string;
  to: string;
  /** The files of the template that the two versions write differently, where the project hasn't the newer text. */
  changes: TemplateChange[];
  /** All of them as one patch, for `git apply`; empty where nothing differs. */
  diff: string;
  /** Tools of which the project keeps a version of its own. */
  kept: string[];
}

/**
 * Brings a project to this version of the toolkit: the dependency and its tools, what `generate` and `scaffold` write,
 * and a diff of everything that `new` would write differently now, which is left to the project's owner to apply.
 * When the installation fails, the project is as it was.
 * @param check only compare; nothing is written
 * @throws UsageError when the folder isn't a project that can be updated
 */
export async function updateProject(
  project: string,
  { check }: { check: boolean },
  { run, progress }: Surroundings,
): Promise<Update> {
  const manifest = await readManifest(project);
  const current = manifest.dependencies?.[toolkitName];
  if (current === undefined) throw new UsageError(notAProject);
  const [before, after] = [await installedManifest(project), await ownManifest()];
  await requireGit();
  const temporary = await mkdtemp(path.join(tmpdir(), "counterpart-update-"));
  const [old, updated] = [path.join(temporary, "old"), path.join(temporary, "new")];
  try {
    // Each version renders its own template, so that none has to know another's.
    await run(project, "counterpart", ["update", "--render", old]);
    let kept: string[] = [];
    if (check) {
      await run(project, "node", [ownScript, "update", "--render", updated]);
    } else {
      progress(`Installing version ${after.version}.`);
      const registry = !current.startsWith("file:");
      kept = await install(project, { manifest, before, after, registry, run });
      progress("Generating.");
      await run(project, "counterpart", ["generate"]);
      await run(project, "counterpart", ["scaffold"]);
      await run(project, "counterpart", ["update", "--render", updated]);
    }
    const changes = await templateChanges(old, updated, project);
    const diff = changes.length === 0 ? "" : await diffFolders(temporary, "old", "new");
    return { from: before.version, to: after.version, changes, diff, kept };
  } finally {
    await rm(temporary, { recursive: true });
  }
}

const notAProject = `This folder isn't a project that \`counterpart new\` has made: its package.json has no dependency ${toolkitName}.
If it was copied by an earlier version, which copied the toolkit's sources, make a new project from its spec/ and move
your files there: server/operations/, server/service.ts, server/authenticators.ts and your tests.`;

async function readManifest(project: string): Promise<Manifest> {
  const text = await readFile(path.join(project, "package.json"), "utf8").catch(() => {
    throw new UsageError(`There is no package.json in ${project}. Run the command in a project's folder.`);
  });
  return JSON.parse(text);
}

async function installedManifest(project: string): Promise<Manifest> {
  const file = path.join(project, "node_modules", toolkitName, "package.json");
  const text = await readFile(file, "utf8").catch(() => {
    throw new UsageError("The project's dependencies aren't installed. Run `npm ci` first.");
  });
  return JSON.parse(text);
}

/** Installs this version. Returns the tools of which the project keeps its own version. */
async function install(
  project: string,
  {
    manifest,
    before,
    after,
    registry,
    run,
  }: { manifest: Manifest; before: Manifest; after: Manifest; registry: boolean; run: RunInProject },
): Promise<string[]> {
  const backup = await mkdtemp(path.join(tmpdir(), "counterpart-backup-"));
  const saved = ["package.json", "package-lock.json", "vendor"];
  for (const name of saved) await copyIfThere(path.join(project, name), path.join(backup, name));
  try {
    const old = manifest.dependencies?.[toolkitName] ?? "";
    const source = await vendorToolkit(project, { registry, run });
    const result = updatedManifest(manifest, { before, after, source });
    await writeFile(path.join(project, "package.json"), `${JSON.stringify(result.manifest, null, 2)}\n`);
    await run(project, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
    if (old.startsWith("file:") && old !== source)
      await rm(path.join(project, old.slice("file:".length)), { force: true });
    return result.kept;
  } catch (error) {
    for (const name of saved) {
      await rm(path.join(project, name), { recursive: true, force: true });
      await copyIfThere(path.join(backup, name), path.join(project, name));
    }
    throw error;
  } finally {
    await rm(backup, { recursive: true });
  }
}

async function copyIfThere(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
}
