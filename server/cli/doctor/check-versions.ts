import { type Finding, failed, ok } from "./finding.ts";

/** @param neededNode the major version that package.json requires */
export function checkVersions(program: string, neededNode: number, node = process.versions.node): Finding {
  if (Number.parseInt(node, 10) < neededNode) {
    return failed("versions", `This is Node ${node}.`, `Install Node ${neededNode} or newer.`);
  }
  return ok("versions", `Counterpart ${program} on Node ${node}`);
}
