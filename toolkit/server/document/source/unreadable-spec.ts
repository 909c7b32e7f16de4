import { describeFinding, type Finding } from "../findings/finding.ts";

/** A document that can't be read at all. The message is the note as it is printed. */
export class UnreadableSpec extends Error {
  readonly note: Finding;

  constructor(note: Finding) {
    super(describeFinding(note));
    this.note = note;
  }
}

/** @param place the file, relative to the working directory, and the line, by default the first */
export function unreadable(
  { file, line = 1 }: { file: string; line?: number },
  message: string,
): UnreadableSpec {
  return new UnreadableSpec({ severity: "error", pointer: "#", file, line, message });
}
