/** What `new` and `update` read and write of a package.json. */
export interface Manifest {
  name: string;
  version: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  [field: string]: unknown;
}

export const toolkitName = "@counterpart/toolkit";

/**
 * Adds to a new project's package.json what it installs.
 * @param toolkit the toolkit's own package.json
 * @param source where npm finds the toolkit: `file:vendor/….tgz`, or a version
 */
export function withDependencies(manifest: Manifest, toolkit: Manifest, source: string): Manifest {
  return {
    ...manifest,
    dependencies: { [toolkitName]: source },
    devDependencies: sorted(toolDependencies(toolkit)),
  };
}

/** Folders of the toolkit that a project installs as packages: its Node, and openapi-typescript with its TypeScript. */
export const vendored = ["node-runtime", "type-emitter"];

/** A project's tools, which production leaves out: the toolkit's optional peers in their newest version, and `vendored`. */
export function toolDependencies({ peerDependencies = {} }: Manifest): Record<string, string> {
  const exact = Object.entries(peerDependencies).map(([name, range]) => [
    name,
    range.split("||").at(-1)?.trim().replace(/^\^/, ""),
  ]);
  const folders = vendored.map((name) => [name, `file:vendor/${name}`]);
  return Object.fromEntries([...exact, ...folders]);
}

export function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}
