// Copied by `counterpart generate`. Don't edit: it is overwritten.

/** JSON with an integer that JavaScript would round. */
export class InexactInteger extends Error {
  /** JSON pointer (RFC 6901); undefined if it would be long. */
  readonly pointer: string | undefined;

  constructor(pointer: string | undefined) {
    const place = pointer ? ` at ${pointer}` : "";
    const range = `from ${Number.MIN_SAFE_INTEGER} to ${Number.MAX_SAFE_INTEGER}`;
    super(`The JSON has an integer${place} that JavaScript would round: integers are exact ${range}.`);
    this.name = "InexactInteger";
    this.pointer = pointer;
  }
}

/**
 * Like `JSON.parse`, but never rounds an integer: 9007199254740993 would become 9007199254740992. A fraction becomes
 * the nearest number, as usual.
 * @throws SyntaxError
 * @throws InexactInteger
 */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  assertExact(text);
  return value;
}

/**
 * Throws an `InexactInteger` for JSON that `parseJson` refuses.
 * @throws SyntaxError
 */
export function assertExact(text: string): void {
  if (!mayBeInexact.test(text)) return;
  const found = inexactInteger(text);
  if (found) throw new InexactInteger(pointerTo(text, found));
}

/** Numbers with fewer digits are exact. */
const mayBeInexact = /\d{16}/;

interface Place {
  start: number;
  end: number;
}

function inexactInteger(text: string): Place | undefined {
  for (const { start, end } of outsideStrings(text)) {
    const part = text.slice(start, end);
    if (!mayBeInexact.test(part)) continue;
    for (const { 0: literal, index } of part.matchAll(/-?\d[\d.eE+-]*/g)) {
      if (!isExact(literal)) return { start: start + index, end: start + index + literal.length };
    }
  }
  return undefined;
}

function* outsideStrings(text: string): Generator<Place> {
  for (let start = 0; start < text.length; ) {
    const quote = text.indexOf('"', start);
    if (quote === -1) return yield { start, end: text.length };
    yield { start, end: quote };
    start = endOfString(text, quote);
  }
}

function endOfString(text: string, quote: number): number {
  for (let end = text.indexOf('"', quote + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let backslashes = 0;
    while (text[end - 1 - backslashes] === "\\") backslashes++;
    if (backslashes % 2 === 0) return end + 1;
  }
  return text.length;
}

/** Whether a number, if it is an integer, survives a round trip. */
function isExact(literal: string): boolean {
  const [, integer] = /^(-?\d+)(?:\.0*)?$/.exec(literal) ?? [];
  const value = Number(literal);
  if (integer === undefined || Number.isSafeInteger(value)) return true;
  const [digits = "", exponent = "0"] = String(value).split("e+");
  const [whole = "", fraction = ""] = digits.split(".");
  return integer === whole + fraction.padEnd(Number(exponent), "0");
}

/** A pointer contains foreign names, and may be long. */
const maxPointerLength = 512;

/** Searches for the mark that replaces the number. */
function pointerTo(text: string, { start, end }: Place): string | undefined {
  const mark = `\u0000${start}`;
  const marked: unknown = JSON.parse(text.slice(0, start) + JSON.stringify(mark) + text.slice(end));
  const unseen: Member[] = [{ key: "", value: marked }];
  for (let next = unseen.pop(); next; next = unseen.pop()) {
    if (next.value === mark) return pointerOf(next);
    if (typeof next.value !== "object" || next.value === null) continue;
    for (const [key, value] of Object.entries(next.value)) unseen.push({ key, value, within: next });
  }
  return undefined;
}

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
