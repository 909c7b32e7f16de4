import { assertExact, InexactInteger } from "@counterpart/client/messages";
import { pointerTo } from "@counterpart/server/request";
import { essenceOf } from "../document/choose-response.ts";
import type { Fault, Observed } from "../observe.ts";
import { hasByteOrderMark } from "../read-json.ts";
import { bodyPlace } from "../template-of.ts";

export function invalidJson({ json, contentType = "" }: Observed): Fault[] {
  if (json?.fault === undefined) return [];
  return [{ place: "body", message: `The body isn't valid ${essenceOf(contentType)}: ${json.fault}.` }];
}

export function byteOrderMark({ json, text }: Observed): Fault[] {
  if (!json || !hasByteOrderMark(text)) return [];
  return [{ place: "body", message: "The JSON begins with a byte order mark, which RFC 8259 forbids." }];
}

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

/** Correct JSON, and a correct int64, but clients in JavaScript read another number. */
export function inexactInteger({ json, text }: Observed): Fault[] {
  if (!json || json.fault !== undefined) return [];
  try {
    assertExact(text, pointerTo);
    return [];
  } catch (error) {
    if (!(error instanceof InexactInteger)) return [];
    const place = bodyPlace(error.pointer ?? "");
    return [
      { place, message: "JavaScript rounds this integer: only integers up to 9007199254740991 are exact." },
    ];
  }
}
