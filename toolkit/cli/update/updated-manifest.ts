import { formerName, type Manifest, serverName, sorted } from "../new/project-manifest.ts";

export interface UpdatedManifest {
  manifest: Manifest;
  /** Tools of which the project has its own version; it is kept. */
  kept: string[];
}

/**
 * A project's package.json with the dependencies of another version of our packages. What the project has chosen itself
 * stays.
 * @param before the tools of the version that is installed, by name
 * @param after those of the version to update to
 * @param sources where npm finds our packages in that version, by name
 */
export function updatedManifest(
  project: Manifest,
  {
    before,
    after,
    sources,
  }: { before: Record<string, string>; after: Record<string, string>; sources: Record<string, string> },
): UpdatedManifest {
  const own = { ...project.devDependencies };
  const kept: string[] = [];
  for (const [name, version] of Object.entries(after)) {
    const elsewhere = project.dependencies?.[name];
    const current = elsewhere ?? own[name];
    if (current === version) continue;
    if (elsewhere !== undefined || (current !== undefined && current !== before[name]))
      kept.push(`${name} ${current}`);
    else own[name] = version;
  }
  for (const [name, version] of Object.entries(before)) {
    if (!(name in after) && own[name] === version) delete own[name];
  }
  const { [serverName]: server = "", [formerName]: former, ...development } = sources;
  return {
    manifest: {
      ...project,
      dependencies: sorted({
        ...project.dependencies,
        [serverName]: server,
        ...(former !== undefined && { [formerName]: former }),
      }),
      devDependencies: sorted({ ...own, ...development }),
    },
    kept,
  };
}
