import { describeFinding, type Finding } from "../findings/finding.ts";

/** Thrown for a document that can't be read at all. The message is the printed note. */
export class UnreadableSpec extends Error {
  readonly note: Finding;

  constructor(note: Finding) {
    super(describeFinding(note));
    this.note = note;
  }
}

/** @param place the file, relative to the working directory, and the line; default: the first line */
export function unreadable(
  { file, line = 1 }: { file: string; line?: number },
  message: string,
): UnreadableSpec {
  return new UnreadableSpec({ severity: "error", pointer: "#", file, line, message });
}
