import { manifest } from "../tools/manifest.ts";

/**
 * Whether a project created here installs its own Node: the shell's is older than the project's commands need.
 * @param env npm's variables: the Node that runs npm is the shell's, also where scripts run on a bundled one
 */
export function needsBundledNode(env: Record<string, string | undefined>): boolean {
  const [, npmNode] = / node\/v(\d+)/.exec(env.npm_config_user_agent ?? "") ?? [];
  const needed = Number.parseInt(manifest.engines.node.replace(/\D+/, ""), 10);
  return Number.parseInt(npmNode ?? process.versions.node, 10) < needed;
}
