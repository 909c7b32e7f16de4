import { describeLocation, type Locate } from "./locate.ts";

/**
 * What a note means for whoever serves the document:
 * - `error`: this part can't be served; an error of the whole document has the pointer `#`
 * - `warning`: it is served, but something is degraded: not checked, dropped, ambiguous. Says what to write instead.
 * - `info`: something a reader may not expect
 */
export type Severity = "error" | "warning" | "info";

/** Something to know about one place of a document. */
export interface Note {
  severity: Severity;
  /** In the document in one piece, as in `#/paths/~1pets/get`. */
  pointer: string;
  message: string;
}

/** A note, and where a person finds its place; `file` and `line` are undefined where that isn't known. */
export interface LocatedNote extends Note {
  /** Relative to the working directory. */
  file?: string;
  /** Counted from 1. */
  line?: number;
}

/**
 * Says where the places of notes are written, for those that don't know it. Of notes that say the same of the same place,
 * one remains.
 */
export function locateNotes(notes: Note[], locate: Locate): LocatedNote[] {
  const unique = new Map<string, LocatedNote>();
  for (const note of notes) {
    const place = locate(note.pointer);
    const located = { ...place, ...note, pointer: place.pointer };
    const { file, line, pointer, message } = located;
    const key = `${file === undefined ? pointer : `${file}:${line}`} ${message}`;
    if (!unique.has(key)) unique.set(key, located);
  }
  return [...unique.values()];
}

/** `warning: spec/openapi.yaml:12 (#/paths/~1pets): message`. */
export function describeNote({ severity, message, ...location }: LocatedNote): string {
  return `${severity}: ${describeLocation(location)}: ${message}`;
}
