import type { Fault } from "../fault.ts";
import type { Observed } from "../observe.ts";

/** Parsers disagree on which member counts (RFC 8259, 4). */
export function duplicateKey({ json, text }: Observed): Fault[] {
  if (!json || json.fault !== undefined || text.length > maxLength) return [];
  // Written again without spaces, it is as long: no member is lost.
  if (JSON.stringify(json.value).length === text.length) return [];
  const key = firstDuplicate(text);
  if (key === undefined) return [];
  return [{ place: "body", message: `An object in the JSON has the member ${JSON.stringify(key)} twice.` }];
}

/** In characters. Longer bodies would take milliseconds. */
const maxLength = 100_000;

const token = /"(?:[^"\\]|\\.)*"|[{}[\],]/gs;

/** @param text valid JSON */
function firstDuplicate(text: string): string | undefined {
  // A set of names for each open object, undefined for each open list.
  const open: (Set<string> | undefined)[] = [];
  let isNameNext = false;
  for (const [one] of text.matchAll(token)) {
    const names = open.at(-1);
    if (one === "{" || one === "[") open.push(one === "{" ? new Set() : undefined);
    else if (one === "}" || one === "]") open.pop();
    else if (names && isNameNext && one !== ",") {
      const name: string = JSON.parse(one);
      if (names.has(name)) return name;
      names.add(name);
    }
    isNameNext = one === "{" || one === ",";
  }
  return undefined;
}
