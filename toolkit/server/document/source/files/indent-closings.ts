import { EVENT_ID, parseEvents } from "js-yaml";
import { maxDepth } from "./nesting.ts";

/** A closing bracket that begins a line. After the header of a block, it is the text that gives the block its indentation. */
const closing = /^( *)(?=[\]}])(?<![|>][-+\d]*(?:[ \t]#.*)?\s*)/gm;

/**
 * Indents each closing bracket at the start of a line by one more space. YAML requires such a bracket to be
 * further right than its collection's key, but many tools accept it in the same column.
 */
export function indentClosings(text: string): string {
  const indented = text.replaceAll(closing, "$1 ");
  // Which brackets are part of a string is known only once the text can be parsed.
  const events = parseEvents(indented, { maxDepth: maxDepth + 1 });
  const strings = events.filter((event) => event.type === EVENT_ID.SCALAR);
  let inserted = 0;
  let next = 0;
  return text.replaceAll(closing, (spaces, _, offset: number) => {
    inserted++;
    const bracket = offset + spaces.length + inserted;
    while ((strings[next]?.valueEnd ?? Number.POSITIVE_INFINITY) <= bracket) next++;
    return (strings[next]?.valueStart ?? Number.POSITIVE_INFINITY) < bracket ? spaces : `${spaces} `;
  });
}

/** Returns the offset in a text of an offset in what `indentClosings` made of it. */
export function originalOffset(text: string, indented: string): (offset: number) => number {
  const inserted: number[] = [];
  for (let at = 0; at < indented.length; at++) {
    if (indented[at] !== text[at - inserted.length]) inserted.push(at);
  }
  return (offset) => offset - inserted.filter((at) => at < offset).length;
}
