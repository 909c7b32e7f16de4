/** Where something of a document is written. */
export interface Location {
  /** In the document in one piece, as in `#/components/schemas/Pet`; paths are as the files have them. */
  pointer: string;
  /** The file that a person edits, relative to the working directory; undefined where it isn't known. */
  file?: string;
  /** Counted from 1, as the column is. */
  line?: number;
  column?: number;
}

/** Finds where the node of a JSON pointer is written, or else the nearest node around it. */
export type Locate = (pointer: string) => Location;

/** A location as messages have it: `spec/openapi.yaml:12 (#/paths/~1carts)`, or the pointer alone. */
export function describeLocation({ pointer = "#", file, line }: Partial<Location>): string {
  return file === undefined ? pointer : `${file}:${line} (${pointer})`;
}
