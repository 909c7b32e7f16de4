import { type PointerTo, parseJson } from "@counterpart/client/messages";

/** Parses JSON whose integers JavaScript doesn't round; the error has a pointer to one that it would. */
export function parseExactJson(text: string): unknown {
  return parseJson(text, pointerTo);
}

/** A pointer contains foreign names, and may be long. */
const maxPointerLength = 512;

/** Searches for the mark that replaces the number. */
export const pointerTo: PointerTo = (text, { start, end }) => {
  const mark = `\u0000${start}`;
  const marked: unknown = JSON.parse(text.slice(0, start) + JSON.stringify(mark) + text.slice(end));
  const unseen: Member[] = [{ key: "", value: marked }];
  for (let next = unseen.pop(); next; next = unseen.pop()) {
    if (next.value === mark) return pointerOf(next);
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) unseen.push({ key, value, within: next });
  }
  return undefined;
};

interface Member {
  key: string;
  value: unknown;
  within?: Member;
}

function pointerOf(member: Member): string | undefined {
  let pointer = "";
  for (let at = member; at.within; at = at.within) {
    pointer = `/${at.key.replaceAll("~", "~0").replaceAll("/", "~1")}${pointer}`;
    if (pointer.length > maxPointerLength) return undefined;
  }
  return pointer;
}

/** Parses JSON. Invalid JSON stays text, so that the validator refuses it. */
export function jsonOrText(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
