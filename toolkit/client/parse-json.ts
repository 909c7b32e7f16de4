/** JSON with an integer that JavaScript would round. */
export class InexactInteger extends Error {
  override readonly name = "InexactInteger";
  /** JSON pointer (RFC 6901), where one is wanted; undefined if it would be long. */
  readonly pointer: string | undefined;

  constructor(pointer: string | undefined) {
    const place = pointer ? ` at ${pointer}` : "";
    const range = "from -9007199254740991 to 9007199254740991";
    super(`The JSON has an integer${place} that JavaScript would round: integers are exact ${range}.`);
    this.pointer = pointer;
  }
}

/**
 * Like `JSON.parse`, but never rounds an integer: 9007199254740993 would become 9007199254740992. A fraction becomes
 * the nearest number, as usual.
 * @param pointerTo the pointer in the error; none by default
 * @throws SyntaxError
 * @throws InexactInteger
 */
export function parseJson(text: string, pointerTo?: PointerTo): unknown {
  const value: unknown = JSON.parse(text);
  assertExact(text, pointerTo);
  return value;
}

/**
 * Throws an `InexactInteger` for JSON that `parseJson` refuses.
 * @throws SyntaxError
 */
export function assertExact(text: string, pointerTo?: PointerTo): void {
  if (!mayBeInexact.test(text)) return;
  const found = inexactInteger(text);
  if (found) throw new InexactInteger(pointerTo?.(text, found));
}

/** The JSON pointer to a place in a text. */
export type PointerTo = (text: string, place: Place) => string | undefined;

/** Numbers with fewer digits are exact. */
const mayBeInexact = /\d{16}/;

export interface Place {
  start: number;
  end: number;
}

/** Escapes occur in strings only. */
const tokens = /\\.|"|-?\d[\d.eE+-]*/gs;

function inexactInteger(text: string): Place | undefined {
  let isInString = false;
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '"') isInString = !isInString;
    else if (!isInString && !isExact(token)) return { start: index, end: index + token.length };
  }
  return undefined;
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
