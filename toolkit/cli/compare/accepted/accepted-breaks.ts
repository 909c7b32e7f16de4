import { readDatedList } from "@counterpart/server/document/dated-list";
import type { Finding } from "@counterpart/server/document/findings/finding";

/** Lets a breaking change pass for a time. */
export interface AcceptedBreak {
  /** As the finding has them: `operation-removed`, and `DELETE /pets/{id}`. */
  rule: string;
  place: string;
  reason: string;
  /** The last day, `2026-12-31`. */
  until: string;
}

/** The list for a released contract is beside it, since the next release ends it: `v1.accepted-breaks.json` for `v1.yaml`. */
export function acceptedBreaksFile(released: string): string {
  return `${released.replace(/\.(ya?ml|json)$/, "")}.accepted-breaks.json`;
}

/** None where there is no such file. @throws with everything that is wrong with it */
export function readAcceptedBreaks(file: string): Promise<AcceptedBreak[]> {
  return readDatedList<AcceptedBreak>(file, {
    rule: "the rule of a finding",
    place: "the place of a finding",
    reason: "the reason why clients can bear the change",
  });
}

/** A change as commands print it, in the list of its severity. */
export type ListedChange = Omit<Finding, "severity"> & { rule: string; place: string };

export interface Weighed {
  breaking: ListedChange[];
  accepted: (ListedChange & Pick<AcceptedBreak, "reason" | "until">)[];
  /** Sentences about entries that accept nothing, or no longer. */
  faults: string[];
}

/** Sorts findings by whether they are accepted on a day, `2026-01-15`. */
export function weighFindings(findings: ListedChange[], entries: AcceptedBreak[], today: string): Weighed {
  const matches = (entry: AcceptedBreak, { rule, place }: ListedChange) =>
    entry.rule === rule && entry.place === place;
  const valid = entries.filter(({ until }) => until >= today);
  const accepted: Weighed["accepted"] = [];
  const breaking: ListedChange[] = [];
  for (const finding of findings) {
    const entry = valid.find((one) => matches(one, finding));
    if (entry) accepted.push({ ...finding, reason: entry.reason, until: entry.until });
    else breaking.push(finding);
  }
  const faults = entries.flatMap((entry) => {
    const name = `The accepted break "${entry.rule}" at "${entry.place}"`;
    if (!findings.some((finding) => matches(entry, finding)))
      return [`${name} matches no change. Remove it from the list.`];
    if (entry.until < today)
      return [`${name} was accepted until ${entry.until}. Revert the change, or accept it again.`];
    return [];
  });
  return { breaking, accepted, faults };
}
