import type { Package, Restriction } from "./layers.ts";

/** A rule of dependency-cruiser: no file at `from` imports what is at `to`. */
export interface Rule {
  name: string;
  comment: string;
  severity: "error";
  from: { path: string };
  to: { path: string; pathNot?: string } | { circular: true };
}

export function rulesOf(packages: Package[], restrictions: Restriction[]): Rule[] {
  return [
    ...packages.flatMap(layerRules),
    ...packages.map(cycleRule),
    ...restrictions.map(({ reason, from, to }) => ({
      name: reason,
      comment: reason,
      severity: "error" as const,
      from: { path: from },
      to: { path: to.join("|") },
    })),
  ];
}

/** One for each folder: what it imports is listed before it. So there is no cycle between folders either. */
function layerRules({ folder, layers }: Package): Rule[] {
  const members = layers.flat();
  return members.map((member, at) => {
    const allowed = members.slice(0, at + 1).map((lower) => pathOf(folder, lower));
    return {
      name: `${folder}/${member}`,
      comment: `${member} imports only what scripts/imports/layers.ts lists before it.`,
      severity: "error",
      from: { path: pathOf(folder, member) },
      to: { path: `^${folder}/`, pathNot: [...allowed, "/node_modules/", "/package\\.json$"].join("|") },
    };
  });
}

function cycleRule({ folder }: Package): Rule {
  return {
    name: `${folder}: no cycles`,
    comment: "Files don't import each other in a circle, types included.",
    severity: "error",
    from: { path: `^${folder}/` },
    to: { circular: true },
  };
}

function pathOf(folder: string, member: string): string {
  return member.endsWith(".ts") ? `^${folder}/${member.replace(".", "\\.")}$` : `^${folder}/${member}/`;
}
