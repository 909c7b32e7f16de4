/** The location of a part of a document. */
export interface Location {
  /** Pointer in the bundled document, as in `#/components/schemas/Pet`; paths are spelled as in the files. */
  pointer: string;
  /** The source file, relative to the working directory; undefined if unknown. */
  file?: string;
  /** Counted from 1, like the column. */
  line?: number;
  column?: number;
}

/** Locates the node of a JSON pointer, or its nearest ancestor. */
export type Locate = (pointer: string) => Location;

/** A location as shown in messages: `spec/openapi.yaml:12 (#/paths/~1carts)`, or the file or pointer alone. */
export function describeLocation({ pointer = "#", file, line }: Partial<Location>): string {
  if (file === undefined) return pointer;
  return line === undefined ? file : `${file}:${line} (${pointer})`;
}
