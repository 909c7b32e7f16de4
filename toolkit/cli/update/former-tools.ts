import type { Manifest } from "../new/project-manifest.ts";

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
