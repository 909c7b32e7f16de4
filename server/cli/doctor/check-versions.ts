import { type Finding, findingsOf } from "./finding.ts";

const { failed, ok } = findingsOf("versions");

/** @param neededNode the major version that package.json requires */
export function checkVersions(program: string, neededNode: number, node = process.versions.node): Finding {
  if (Number.parseInt(node, 10) < neededNode) {
    return failed(`This is Node ${node}.`, `Install Node ${neededNode} or newer.`);
  }
  return ok(`Counterpart ${program} on Node ${node}`);
}
