import { pointerParts } from "../../references.ts";
import { readJsonPlaces } from "./json-places.ts";
import type { SourceFile } from "./parse-source.ts";
import { readYamlPlaces } from "./yaml-places.ts";

/** Finds the line, from 1, of a JSON pointer of the file (`#/paths/~1pets`), or else of the nearest node around it. */
export type FindLine = (pointer: string) => number;

/** Positions in a file. The text is read again when the first is asked for: few files have notes. */
export function createFindLine({ text, isJson }: Pick<SourceFile, "text" | "isJson">): FindLine {
  const readPlaces = () => ({
    places: isJson ? readJsonPlaces(text) : readYamlPlaces(text),
    lineStarts: lineStartsOf(text),
  });
  let read: ReturnType<typeof readPlaces> | undefined;
  return (pointer) => {
    read ??= readPlaces();
    const { places, lineStarts } = read;
    let { node, offset } = places.root;
    for (const part of pointer.length > 1 ? pointerParts(pointer) : []) {
      const member = places.membersOf(node).get(part);
      if (!member) break;
      ({ node, offset } = member);
    }
    return countUpTo(lineStarts, offset);
  };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** How many of the ascending numbers aren't above the bound. */
function countUpTo(numbers: number[], bound: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
