import { isContainer } from "@counterpart/server/document";
import { createFindString, type SourceFile, type StringPlace } from "@counterpart/server/source";
import { escapePointerPart } from "@counterpart/server/values";

/** A reference to be replaced in each of the places where its holder has it. */
export interface Edit {
  /** The object that contains the reference, or a discriminator. */
  holder: object;
  ref: string;
  replacement: string;
}

/** Replaces references in the text of a file and leaves the rest of it as it is. */
export function rewriteReferences(file: SourceFile, edits: Edit[]): string {
  const find = createFindString(file);
  const pointers = pointersIn(file.value);
  // A YAML anchor may be the place of several references.
  const replaced = new Map<number, { end: number; written: string }>();
  for (const { holder, ref, replacement } of edits) {
    for (const member of membersWith(holder, ref)) {
      const place = find(`${pointers.get(holder)}${member}`);
      if (place) replaced.set(place.start, { end: place.end, written: writtenLike(place, replacement) });
    }
  }
  return [...replaced]
    .sort(([one], [other]) => other - one)
    .reduce(
      (done, [start, { end, written }]) => done.slice(0, start) + written + done.slice(end),
      file.original ?? file.text,
    );
}

/** Pointers of all objects. */
export function pointersIn(value: unknown): Map<object, string> {
  const pointers = new Map<object, string>();
  const visit = (node: unknown, pointer: string): void => {
    if (!isContainer(node) || pointers.has(node)) return;
    pointers.set(node, pointer);
    for (const [key, member] of Object.entries(node)) visit(member, `${pointer}/${escapePointerPart(key)}`);
  };
  visit(value, "#");
  return pointers;
}

/** The pointers below the holder. */
function membersWith(holder: object, ref: string): string[] {
  const { mapping, ...others } = holder as Record<string, unknown>;
  const names = isContainer(mapping) ? Object.keys(mapping).filter((key) => mapping[key] === ref) : [];
  return [
    ...["$ref", "$dynamicRef", "defaultMapping"].filter((key) => others[key] === ref).map((key) => `/${key}`),
    ...names.map((name) => `/mapping/${escapePointerPart(name)}`),
  ];
}

function writtenLike({ style }: StringPlace, text: string): string {
  if (style === "single") return `'${text.replaceAll("'", "''")}'`;
  if (style === "double") return JSON.stringify(text);
  // A block includes the end of its line.
  return style === "plain" ? text : `${JSON.stringify(text)}\n`;
}
