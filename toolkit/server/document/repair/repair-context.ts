import type { Finding, Severity } from "../findings/finding.ts";
import type { RawDocument } from "../references.ts";
import { type Place, pointerOf } from "../walk.ts";
import { endlessProperties } from "./schemas/endless-schemas.ts";

/** Reports something about a member. @param at the place, and the keys that lead from there to the member */
type Report = (at: [place: Place, ...keys: string[]], message: string) => void;

/**
 * Where a repair has put members of an object, by its pointer in the document as it was given and by their names: the
 * keys that lead there from the object.
 */
export type MovedMembers = Map<string, Map<string, string[]>>;

/** What the parts of a repair know of the document, and where they report what they have done. */
export interface Repair {
  /** As it was given. */
  raw: RawDocument;
  /** Whether it is OpenAPI 3.0, whose schemas have words of their own. */
  is30: boolean;
  notes: Finding[];
  warn: Report;
  inform: Report;
  moved: MovedMembers;
  /** Properties that no value could have, by the pointer of the schema that requires them. */
  endless: Map<string, Set<string>>;
}

export function createRepair(raw: RawDocument): Repair {
  const notes: Finding[] = [];
  const reporter =
    (severity: Severity): Report =>
    ([place, ...keys], message) => {
      let at = place;
      for (const key of keys) at = { key, within: at };
      notes.push({ severity, pointer: pointerOf(at), message });
    };
  return {
    raw,
    is30: /^3\.0(\.|$)/.test(raw.openapi),
    notes,
    warn: reporter("warning"),
    inform: reporter("info"),
    moved: new Map(),
    endless: endlessProperties(raw),
  };
}

/** A value as a message shows it, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
