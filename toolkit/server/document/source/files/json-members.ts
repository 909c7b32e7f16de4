import { getOrMake } from "../../get-or-make.ts";
import { closingQuote } from "./nesting.ts";

export interface JsonMember {
  /** The offset of the key, or of a list's item. */
  start: number;
  value: number;
}

export function jsonRoot(text: string): JsonMember {
  const start = nextToken(text, 0);
  return { start, value: start };
}

/**
 * Finds members in a JSON text. Only objects and lists on the way are read: parsing a large text with its offsets takes
 * seconds.
 */
export function jsonMember(text: string): (holder: JsonMember, key: string) => JsonMember | undefined {
  const known = new Map<number, Map<string, JsonMember>>();
  return ({ value }, key) => getOrMake(known, value, () => membersAt(text, value)).get(key);
}

/** The members of the object or list at an offset. If a key occurs twice, the last one counts. */
function membersAt(text: string, opening: number): Map<string, JsonMember> {
  const members = new Map<string, JsonMember>();
  const isList = text[opening] === "[";
  if (!isList && text[opening] !== "{") return members;
  for (let start = nextToken(text, opening + 1); text[start] !== "}" && text[start] !== "]"; ) {
    const afterKey = isList ? start : closingQuote(text, start) + 1;
    const key: string = isList ? `${members.size}` : JSON.parse(text.slice(start, afterKey));
    const value = nextToken(text, afterKey);
    members.set(key, { start, value });
    start = nextToken(text, endOfValue(text, value));
  }
  return members;
}

function nextToken(text: string, from: number): number {
  let at = from;
  while (/[\s,:]/.test(text[at] ?? "")) at++;
  return at;
}

function endOfValue(text: string, start: number): number {
  let depth = 0;
  for (let at = start; ; at++) {
    const character = text[at];
    if (character === '"') at = closingQuote(text, at);
    else if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") depth--;
    if (depth === 0 && /[\s,}\]]/.test(text[at + 1] ?? ",")) return at + 1;
  }
}
