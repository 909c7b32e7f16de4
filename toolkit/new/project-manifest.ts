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

/** A project's tools, which production leaves out: the toolkit's optional peers, and the Node that runs them. */
export function toolDependencies({ peerDependencies = {} }: Manifest): Record<string, string> {
  const exact = Object.entries(peerDependencies).map(([name, range]) => [name, range.replace(/^\^/, "")]);
  return { ...Object.fromEntries(exact), "node-runtime": "file:vendor/node-runtime" };
}

export function sorted(dependencies: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(dependencies).sort(([a], [b]) => (a < b ? -1 : 1)));
}
