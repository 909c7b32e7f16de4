import { readFile } from "node:fs/promises";
import { isDay } from "@counterpart/server/document/day";
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
export async function readAcceptedBreaks(file: string): Promise<AcceptedBreak[]> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return "[]";
    throw error;
  });
  const entries = parse(text, file);
  if (!Array.isArray(entries))
    throw new Error(`${file} must be a list of {"rule", "place", "reason", "until"}.`);
  const faults = entries.flatMap((entry, index) =>
    entryFaults(entry).map((fault) => `${file}, entry ${index + 1}: ${fault}`),
  );
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return entries;
}

function parse(text: string, file: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`${file} isn't JSON: ${(error as Error).message}`, { cause: error });
  }
}

function entryFaults(entry: unknown): string[] {
  const { rule, place, reason, until, ...rest } = Object(entry) as Record<string, unknown>;
  return [
    ...(isText(rule) ? [] : ["`rule` must be the rule of a finding."]),
    ...(isText(place) ? [] : ["`place` must be the place of a finding."]),
    ...(isText(reason) ? [] : ["`reason` must say why clients can bear the change."]),
    ...(isText(until) && isDay(String(until)) ? [] : ["`until` must be the last day, such as 2026-12-31."]),
    ...Object.keys(rest).map((name) => `There is no \`${name}\`.`),
  ];
}

function isText(value: unknown): boolean {
  return typeof value === "string" && value.trim() !== "";
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
