/** The parts of a package.json that `new` and `update` read and write. */
export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export const serverName = "@counterpart/server";
/** Our packages in production. */
const productionNames = ["@counterpart/client", "@counterpart/server"];
/** Our packages in a project. */
export const ourNames = [...productionNames, "@counterpart/testing", "@counterpart/cli"];

/**
 * Adds our packages to a new project's package.json.
 * @param sources where npm finds them, by name: `file:vendor/….tgz`, or a version
 */
export function withDependencies(manifest: Manifest, sources: Record<string, string>): Manifest {
  const { production, development } = bySection(sources);
  return {
    ...manifest,
    dependencies: production,
    devDependencies: sorted({ ...manifest.devDependencies, ...development }),
  };
}

/** Where npm finds our packages, for the two sections of package.json. */
function bySection(sources: Record<string, string>) {
  const entries = Object.entries(sources);
  const isProduction = ([name]: [string, string]) => productionNames.includes(name);
  return {
    production: Object.fromEntries(entries.filter(isProduction)),
    development: Object.fromEntries(entries.filter((one) => !isProduction(one))),
  };
}

function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
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
