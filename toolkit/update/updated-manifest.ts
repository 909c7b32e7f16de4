import { type Manifest, sorted, toolDependencies, toolkitName } from "../new/project-manifest.ts";

export interface UpdatedManifest {
  manifest: Manifest;
  /** Tools of which the project has a version of its own; it is kept. */
  kept: string[];
}

/**
 * A project's package.json with the dependencies of another version of the toolkit. What the project has chosen itself
 * stays.
 * @param before the package.json of the version that is installed
 * @param after that of the version to update to
 * @param source where npm finds that version
 */
export function updatedManifest(
  project: Manifest,
  { before, after, source }: { before: Manifest; after: Manifest; source: string },
): UpdatedManifest {
  const [old, updated] = [toolDependencies(before), toolDependencies(after)];
  const own = { ...project.devDependencies };
  const kept: string[] = [];
  for (const [name, version] of Object.entries(updated)) {
    const elsewhere = project.dependencies?.[name];
    const current = elsewhere ?? own[name];
    if (current === version) continue;
    if (elsewhere !== undefined || (current !== undefined && current !== old[name]))
      kept.push(`${name} ${current}`);
    else own[name] = version;
  }
  for (const [name, version] of Object.entries(old)) {
    if (!(name in updated) && own[name] === version) delete own[name];
  }
  return {
    manifest: {
      ...project,
      dependencies: { ...project.dependencies, [toolkitName]: source },
      devDependencies: sorted(own),
    },
    kept,
  };
}
