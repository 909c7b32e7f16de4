import { describeLocation } from "./locate.ts";
import type { LocatedNote, Severity } from "./note.ts";

/** The worst first. */
const severities: Severity[] = ["error", "warning", "info"];

/** Notes as lines; what is said of several places is said once, with the first of them. */
export function noteLines(notes: LocatedNote[]): string[] {
  return groupNotes(notes).map(({ first: { severity, message, ...place }, count }) => {
    const more = count > 1 ? ` (and ${count - 1} more ${count === 2 ? "place" : "places"})` : "";
    return `${severity}: ${describeLocation(place)}: ${message}${more}`;
  });
}

export interface NoteGroup {
  first: LocatedNote;
  /** Of places. */
  count: number;
}

/** Notes of one severity that say the same, the worst first. */
export function groupNotes(notes: LocatedNote[]): NoteGroup[] {
  const groups = new Map<string, NoteGroup>();
  for (const note of notes) {
    const key = `${note.severity} ${note.message}`;
    const group = groups.get(key) ?? { first: note, count: 0 };
    group.count += 1;
    groups.set(key, group);
  }
  return severities.flatMap((severity) =>
    [...groups.values()].filter(({ first }) => first.severity === severity),
  );
}
