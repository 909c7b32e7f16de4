import { formerName, type Manifest, serverName, sorted } from "../new/project-manifest.ts";

export interface UpdatedManifest {
  manifest: Manifest;
  /** Tools whose versions the project's owner has chosen; they are kept. */
  kept: string[];
}

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

/**
 * The tools of a project of version 0.2: the newest versions of @counterpart/toolkit's optional peers, and
 * the packages that it copied into `vendor/`.
 */
export function formerTools({ peerDependencies = {} }: Manifest): Record<string, string> {
  const peers = Object.entries(peerDependencies).map(([name, range]) => [
    name,
    range.split("||").at(-1)?.trim().replace(/^\^/, ""),
  ]);
  const copied = ["node-runtime", "type-emitter"].map((name) => [name, `file:vendor/${name}`]);
  return Object.fromEntries([...peers, ...copied]);
}
