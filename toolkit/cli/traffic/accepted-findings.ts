import { readDatedList } from "@counterpart/server/document";
import type { FindingKind } from "./finding-list.ts";

/** Accepts a kind of finding until a date. */
export interface AcceptedFinding {
  /** As in the finding: `response-body`, and `GET /pets → 200, body/0/name`. */
  rule: string;
  place: string;
  reason: string;
  /** The last day, `2026-12-31`. */
  until: string;
}

/** @throws with all mistakes in the file */
export function readAcceptedFindings(file: string): Promise<AcceptedFinding[]> {
  return readDatedList<AcceptedFinding>(file, {
    rule: "the rule of a finding",
    place: "the place of a finding",
    reason: "the reason why the finding is accepted",
  });
}

export interface Weighed {
  /** Findings that count: errors that aren't accepted. */
  open: FindingKind[];
  accepted: (FindingKind & Pick<AcceptedFinding, "reason" | "until">)[];
  /** Everything that isn't an error: unchecked bodies, advice about the document, hints. */
  advice: FindingKind[];
  /** Sentences about entries that have expired, or that match no finding. */
  remarks: string[];
}

/** Splits kinds of findings, as of a day such as `2026-01-15`. */
export function weighFindings(kinds: FindingKind[], entries: AcceptedFinding[], today: string): Weighed {
  const isFor =
    ({ finding }: FindingKind) =>
    (entry: AcceptedFinding): boolean =>
      entry.rule === finding.rule && entry.place === finding.place;
  const weighed: Weighed = { open: [], accepted: [], advice: [], remarks: [] };
  for (const kind of kinds) {
    const entry = entries.find((one) => one.until >= today && isFor(kind)(one));
    if (entry) weighed.accepted.push({ ...kind, reason: entry.reason, until: entry.until });
    else (kind.finding.severity === "error" ? weighed.open : weighed.advice).push(kind);
  }
  weighed.remarks = entries.flatMap((entry) => {
    const name = `The accepted finding "${entry.rule}" at "${entry.place}"`;
    if (!kinds.some((kind) => isFor(kind)(entry)))
      return [`${name} didn't occur. Remove it once it is fixed.`];
    return entry.until < today ? [`${name} was accepted until ${entry.until}.`] : [];
  });
  return weighed;
}
