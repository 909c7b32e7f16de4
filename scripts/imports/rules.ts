import type { Package, Restriction } from "./layers.ts";

/** A dependency-cruiser rule: no file at `from` imports anything at `to`. */
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

/**
 * One rule per folder, which may only import folders listed
 * before it. This rules out cycles between folders too.
 */
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
