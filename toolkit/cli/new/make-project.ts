import { chmod, copyFile, mkdir, mkdtemp, readdir, rename, rm, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Include } from "@counterpart/server/source";
import { UsageError } from "@counterpart/testing/errors";
import { rootIn } from "../config/find-spec.ts";
import { inspectionText } from "../inspect/inspection-text.ts";
import { leftOutOverlay } from "./left-out-overlay.ts";
import { type Vendored, vendorPackages } from "./own-package.ts";
import { withDependencies } from "./project-manifest.ts";
import type { ReadForProject } from "./read-for-project.ts";
import { readInProcess } from "./read-in-process.ts";
import { relaxRules } from "./relax-rules.ts";
import { renderTemplate, writeFiles } from "./render-template.ts";
import type { ProjectRunner } from "./run-in-project.ts";

export interface NewProject extends Vendored {
  folder: string;
  /** The document, or a folder that contains one. */
  spec: string;
  name: string;
  /** The part of the document to serve; by default, all of it. */
  include?: Include;
  /** Folders outside the document's that it may refer to. */
  allowFolders: string[];
}

/**
 * Creates, installs and generates a project around a document. An overlay removes what can't be served. The folder
 * appears when the project is complete; a failure or abort leaves nothing behind.
 * @throws UsageError if the folder isn't empty or there is no document, and another error if nothing can be
 * served
 */
export async function makeProject(project: NewProject, { run, progress }: ProjectRunner): Promise<void> {
  const { folder, spec, include, registry, node, allowFolders } = project;
  if ((await readdir(folder).catch(() => [])).length > 0) throw new UsageError(`${folder} isn't empty.`);
  const read = await readInProcess({ include, ...(await rootOf(spec, allowFolders)) });
  const report = inspectionText(path.relative("", read.root), read.inspection);
  if (!read.inspection.accepted)
    throw new Error(`${report}

No project was created.`);
  progress(`${report}
`);
  const parent = path.dirname(folder);
  const createdParent = await mkdir(parent, { recursive: true });
  const draft = await mkdtemp(path.join(parent, `.${path.basename(folder)}-`));
  try {
    // Only the owner can read a folder made by mkdtemp.
    await chmod(draft, 0o777 & ~process.umask());
    const sources = await vendorPackages(draft, { registry, node, run });
    await writeProject(draft, { ...project, ...read, sources });
    progress("Installing the dependencies. The first time this takes a minute or two.");
    await run(draft, "npm", ["install", "--no-audit", "--no-fund", "--prefer-offline"]);
    progress(`Generating types, handlers and the client from spec/${read.specs.root}.`);
    await run(draft, "counterpart", ["generate", "--json"]);
    await run(draft, "counterpart", ["scaffold"]);
    const relaxed = await relaxRules(draft, `spec/${read.specs.root}`, run);
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

/** The given file, or the root file of a given folder, all of which the document may refer to. */
async function rootOf(place: string, allowed: string[]): Promise<{ root: string; allowFolders: string[] }> {
  const found = await stat(place).catch(() => {
    throw new UsageError(`${place} doesn't exist.`);
  });
  if (!found.isDirectory()) return { root: place, allowFolders: allowed };
  return { root: await rootIn(place), allowFolders: [...allowed, place] };
}

async function writeProject(
  folder: string,
  {
    name,
    include,
    specs,
    overlay,
    sources,
  }: NewProject & ReadForProject & { sources: Record<string, string> },
): Promise<void> {
  for (const [to, from] of specs.files) {
    const file = path.join(folder, "spec", to);
    await mkdir(path.dirname(file), { recursive: true });
    const repaired = specs.repaired.get(from);
    await (repaired === undefined ? copyFile(from, file) : writeFile(file, repaired));
  }
  const files = await renderTemplate({
    name,
    title: specs.title ?? name,
    vendor: Object.values(sources).some((source) => source.startsWith("file:")),
    spec: `spec/${specs.root}`,
    ...(overlay !== undefined && { overlays: [leftOutOverlay] }),
    ...(include && { include }),
  });
  if (overlay !== undefined) files[leftOutOverlay] = overlay;
  const installed = withDependencies(JSON.parse(files["package.json"] ?? ""), sources);
  files["package.json"] = `${JSON.stringify(installed, null, 2)}\n`;
  await writeFiles(folder, files);
}

/** Keeps an existing empty folder, because a shell may have it open. */
async function moveContents(from: string, to: string): Promise<void> {
  const exists = await stat(to).then(
    () => true,
    () => false,
  );
  if (!exists) return rename(from, to);
  for (const name of await readdir(from)) await rename(path.join(from, name), path.join(to, name));
  await rm(from, { recursive: true });
}
