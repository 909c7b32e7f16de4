import { readDatedList } from "@counterpart/server/document";
import type { Finding } from "@counterpart/server/findings";

/** Accepts a breaking change until a date. */
export interface AcceptedBreak {
  /** As in the finding: `operation-removed`, and `DELETE /pets/{id}`. */
  rule: string;
  place: string;
  reason: string;
  /** The last day, `2026-12-31`. */
  until: string;
}

/** `v1.accepted-breaks.json` for `v1.yaml`: beside the released contract, since the next release ends it. */
export function acceptedBreaksFile(released: string): string {
  return `${released.replace(/\.(ya?ml|json)$/, "")}.accepted-breaks.json`;
}

/** Returns an empty list if the file doesn't exist. @throws with all mistakes in the file */
export function readAcceptedBreaks(file: string): Promise<AcceptedBreak[]> {
  return readDatedList<AcceptedBreak>(file, {
    rule: "the rule of a finding",
    place: "the place of a finding",
    reason: "the reason why clients can bear the change",
  });
}

/** A change as commands print it; its list implies the severity. */
export type ListedChange = Omit<Finding, "severity"> & { rule: string; place: string };

export interface Weighed {
  breaking: ListedChange[];
  accepted: (ListedChange & Pick<AcceptedBreak, "reason" | "until">)[];
  /** Sentences about entries that match no break or have expired. */
  faults: string[];
}

/** Splits findings into accepted and unaccepted ones, as of a day such as `2026-01-15`. */
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
