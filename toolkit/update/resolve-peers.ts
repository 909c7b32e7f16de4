import { registerHooks } from "node:module";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { manifest } from "../tools/manifest.ts";

/**
 * Has this process find the toolkit's tools in a project where they aren't installed beside the toolkit: `npm exec`, with
 * which `update --to` runs another version, installs no optional peers.
 */
export function resolvePeers(project: string): void {
  const parentURL = pathToFileURL(path.join(project, "package.json")).href;
  const peers = Object.keys(manifest.peerDependencies);
  const isPeer = (specifier: string) =>
    peers.some((name) => specifier === name || specifier.startsWith(`${name}/`));
  registerHooks({
    resolve(specifier, context, nextResolve) {
      try {
        return nextResolve(specifier, context);
      } catch (error) {
        if (!isPeer(specifier)) throw error;
        return nextResolve(specifier, { ...context, parentURL });
      }
    },
  });
}
