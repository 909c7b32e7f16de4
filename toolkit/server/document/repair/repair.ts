import type { Finding, Severity } from "../findings/finding.ts";
import type { RawDocument } from "../references.ts";
import { type Place, pointerOf } from "../walk.ts";
import type { MovedMembers } from "./moved-members.ts";

/** What the parts of a repair know of the document, and where they tell what they have done. */
export interface Repair {
  /** As it was given. */
  raw: RawDocument;
  /** Whether it is OpenAPI 3.0, whose schemas have words of their own. */
  is30: boolean;
  notes: Finding[];
  moved: MovedMembers;
  /** Properties that no value could have, by the pointer of the schema that requires them. */
  endless: Map<string, Set<string>>;
}

/** @param keys lead from the place to the member that the note is about */
export function tell(
  { notes }: Pick<Repair, "notes">,
  severity: Severity,
  [place, ...keys]: [Place, ...string[]],
  message: string,
): void {
  let at = place;
  for (const key of keys) at = { key, within: at };
  notes.push({ severity, pointer: pointerOf(at), message });
}

/** A value as a message shows it, shortened. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
