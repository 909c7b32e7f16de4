import { bySection, type Manifest, sorted } from "../new/project-manifest.ts";

/**
 * A project's package.json with another version of our packages. The project's own choices stay.
 * @param before the tools of the installed version, by name
 * @param after the tools of the new version
 * @param sources where npm finds our packages in that version, by name
 */
export function updatedManifest(
  project: Manifest,
  {
    before,
    after,
    sources,
  }: { before: Record<string, string>; after: Record<string, string>; sources: Record<string, string> },
) {
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
  const { production, development } = bySection(sources);
  return {
    manifest: {
      ...project,
      dependencies: sorted({ ...project.dependencies, ...production }),
      devDependencies: sorted({ ...own, ...development }),
    },
    /** Tools whose versions the project's owner has chosen. */
    kept,
  };
}
