import { describeNote, locateNotes } from "../note.ts";
import type { Spec } from "./read-spec.ts";

/** Throws the errors of a document that must be complete, one line each. */
export function requireResolved(spec: Spec): Spec {
  const errors = spec.notes.filter(({ severity }) => severity === "error");
  if (errors.length > 0) throw new Error(locateNotes(errors, spec.locate).map(describeNote).join("\n"));
  return spec;
}
