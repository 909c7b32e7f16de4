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
export function bySection(sources: Record<string, string>) {
  const entries = Object.entries(sources);
  const isProduction = ([name]: [string, string]) => productionNames.includes(name);
  return {
    production: Object.fromEntries(entries.filter(isProduction)),
    development: Object.fromEntries(entries.filter((one) => !isProduction(one))),
  };
}

export function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}
