import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { noteLines } from "../document/note-text.ts";
import type { Include } from "../document/source/include/keep-included.ts";
import { rootIn } from "../generate/find-spec.ts";
import { UsageError } from "../tools/usage-error.ts";
import { ownManifest, vendorToolkit } from "./own-package.ts";
import { withDependencies } from "./project-manifest.ts";
import { relaxRules } from "./relax-rules.ts";
import { renderTemplate } from "./render-template.ts";
import type { RunInProject } from "./run-in-project.ts";
import { type SpecFiles, specFiles } from "./spec-files.ts";

export interface NewProject {
  folder: string;
  /** The document, or a folder that has one. */
  spec: string;
  name: string;
  /** The part of the document that the project serves; all of it unless given. */
  include?: Include;
  /** Whether npm finds the toolkit in a registry; otherwise the project has it as a tarball. */
  registry: boolean;
}

export interface Surroundings {
  run: RunInProject;
  /** Called with a sentence before a step that takes a while. */
  progress: (sentence: string) => void;
}

/**
 * Makes a project around a document, installed and generated. It appears in its folder when it is complete; when a step
 * fails or is aborted, nothing is left.
 * @throws UsageError when the folder isn't empty or there is no document
 */
export async function makeProject(project: NewProject, { run, progress }: Surroundings): Promise<void> {
  const { folder, spec, include, registry } = project;
  if ((await readdir(folder).catch(() => [])).length > 0) throw new UsageError(`${folder} isn't empty.`);
  const specs = await readSpec(spec, include);
  const parent = path.dirname(folder);
  const createdParent = await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(path.join(parent, `.${path.basename(folder)}-`));
  try {
    // What mkdtemp makes is for its owner alone.
    await chmod(draft, 0o777 & ~process.umask());
    await writeProject(draft, { ...project, specs, source: await vendorToolkit(draft, { registry, run }) });
    progress("Installing the dependencies. The first time this takes a minute or two.");
    await run(draft, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
    progress(`Generating types, handlers and the client from spec/${specs.root}.`);
    const { notes } = JSON.parse(await run(draft, "counterpart", ["generate", "--json"]));
    for (const line of noteLines(notes)) progress(line);
    await run(draft, "counterpart", ["scaffold"]);
    const relaxed = await relaxRules(draft, `spec/${specs.root}`, run);
    if (relaxed.size > 0) {
      progress(
        `Redocly's rules that the document breaks are warnings in redocly.yaml: ${[...relaxed.keys()].join(", ")}.`,
      );
    }
    await moveContents(draft, folder);
  } catch (error) {
    await rm(draft, { recursive: true, force: true, maxRetries: 3 });
    if (createdParent !== undefined) await rm(createdParent, { recursive: true });
    throw error;
  }
}

async function readSpec(spec: string, include?: Include): Promise<SpecFiles> {
  const found = await stat(spec).catch(() => {
    throw new UsageError(`${spec} doesn't exist.`);
  });
  return specFiles(found.isDirectory() ? await rootIn(spec) : spec, include);
}

async function writeProject(
  folder: string,
  { name, include, specs, source }: NewProject & { specs: SpecFiles; source: string },
): Promise<void> {
  for (const [to, from] of specs.files) {
    const file = path.join(folder, "spec", to);
    await mkdir(path.dirname(file), { recursive: true });
    await copyFile(from, file);
  }
  const files = await renderTemplate({
    name,
    title: specs.title ?? name,
    spec: `spec/${specs.root}`,
    ...(include && { include }),
  });
  for (const [to, text] of Object.entries(files)) {
    const file = path.join(folder, to);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  }
  const manifest = JSON.parse(files["package.json"] ?? "");
  const installed = withDependencies(manifest, await ownManifest(), source);
  await writeFile(path.join(folder, "package.json"), `${JSON.stringify(installed, null, 2)}\n`);
}

/** An empty folder that exists is kept: somebody may have opened a shell there. */
async function moveContents(from: string, to: string): Promise<void> {
  const exists = await stat(to).then(
    () => true,
    () => false,
  );
  if (!exists) return rename(from, to);
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name));
  await rm(from, { recursive: true });
}
