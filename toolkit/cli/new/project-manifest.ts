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
/** Our packages in a project; all but the server are for development. */
export const ourNames = [serverName, "@counterpart/testing", "@counterpart/cli"];

/**
 * Adds our packages to a new project's package.json.
 * @param sources where npm finds them, by name: `file:vendor/….tgz`, or a version
 */
export function withDependencies(manifest: Manifest, sources: Record<string, string>): Manifest {
  const { [serverName]: server = "", ...development } = sources;
  return {
    ...manifest,
    dependencies: { [serverName]: server },
    devDependencies: sorted({ ...manifest.devDependencies, ...development }),
  };
}

export function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}
