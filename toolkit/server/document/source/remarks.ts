import type { LocatedNote, Severity } from "../notes/note.ts";
import { escapePointerPart, type RawDocument } from "../references.ts";

/** A note about an object of the document, before the document has its final form. */
export interface Remark {
  severity: Severity;
  message: string;
  /** The reference that the remark is about; once the object has another, the remark no longer counts. */
  ref?: string;
  /** Where it has to be put right, when that isn't where the object is. */
  at?: { file: string; line: number };
}

/** By the object that they are about, so that one that is left out of the document takes its remarks along. */
export type Remarks = Map<object, Remark>;

/** The remarks as notes, each with the pointer that its object has in the document. */
export function notesOf(raw: RawDocument, remarks: Remarks): (LocatedNote & { file?: string })[] {
  const notes: LocatedNote[] = [];
  if (remarks.size === 0) return notes;
  const visit = (node: unknown, pointer: string): void => {
    if (typeof node !== "object" || node === null) return;
    const remark = remarks.get(node);
    if (remark && (remark.ref === undefined || remark.ref === (node as { $ref?: unknown }).$ref)) {
      const { severity, message, at } = remark;
      notes.push({ severity, pointer, message, ...at });
    }
    for (const [key, value] of Object.entries(node)) visit(value, `${pointer}/${escapePointerPart(key)}`);
  };
  visit(raw, "#");
  return notes;
}
