import type { Member, Places } from "./places.ts";

/**
 * The places of a text that JSON.parse has accepted. A node is the offset of its value. What is in a value is skipped
 * until somebody asks for it, so that even a large file takes a fraction of a second.
 */
export function readJsonPlaces(text: string): Places {
  const known = new Map<number, Map<string, Member>>();
  const membersOf = (node: number): Map<string, Member> => {
    const members = known.get(node) ?? readMembers(text, node);
    known.set(node, members);
    return members;
  };
  const root = skipSpace(text, 0);
  return { root: { node: root, offset: root }, membersOf };
}

function readMembers(text: string, node: number): Map<string, Member> {
  const members = new Map<string, Member>();
  const isObject = text[node] === "{";
  if (!isObject && text[node] !== "[") return members;
  let at = skipSpace(text, node + 1);
  while (at < text.length && text[at] !== "}" && text[at] !== "]") {
    const offset = at;
    let key = String(members.size);
    if (isObject) {
      const end = skipString(text, at);
      key = JSON.parse(text.slice(at, end));
      // Behind the colon.
      at = skipSpace(text, skipSpace(text, end) + 1);
    }
    members.set(key, { node: at, offset });
    at = skipSpace(text, skipValue(text, at));
    if (text[at] === ",") at = skipSpace(text, at + 1);
  }
  return members;
}

function skipSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 32) at++;
  return at;
}

/** @param from the opening quote */
function skipString(text: string, from: number): number {
  let at = text.indexOf('"', from + 1);
  while (isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at + 1;
}

function isEscaped(text: string, quote: number): boolean {
  let backslashes = 0;
  while (text[quote - 1 - backslashes] === "\\") backslashes++;
  return backslashes % 2 === 1;
}

function skipValue(text: string, from: number): number {
  let depth = 0;
  let at = from;
  do {
    const character = text[at];
    if (character === '"') at = skipString(text, at);
    else {
      if (character === "{" || character === "[") depth++;
      else if (character === "}" || character === "]") depth--;
      at++;
    }
    if (depth === 0 && /[,}\]\s]/.test(text[at] ?? ",")) return at;
  } while (at < text.length);
  return at;
}
