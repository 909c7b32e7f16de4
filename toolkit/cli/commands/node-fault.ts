import { manifest } from "../tools/manifest.ts";
import { type CommandName, commandTable } from "./command-table.ts";

/** Explains why a command can't run on this Node version; undefined if it can. */
export function nodeFault(name: CommandName, version: string): string | undefined {
  const wanted = Number.parseInt(manifest.engines.node.replace(/\D+/, ""), 10);
  if (commandTable[name].runsOnOlderNode || Number.parseInt(version, 10) >= wanted) return undefined;
  return (
    `\`counterpart ${name}\` needs Node ${wanted} or newer, and this is Node ${version}: ` +
    `run \`npx counterpart ${name}\` in a project, where \`npm ci\` installs Node ${wanted}, or install it.`
  );
}
