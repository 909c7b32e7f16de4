/** JSON text that is being sent, and the value that it was serialized from. */
export interface SentJson {
  text: string;
  value: unknown;
}

/**
 * Whether parsing a value's JSON text gives the same value: it has no members that `JSON.stringify` leaves out or
 * converts, and no integer that could be rounded.
 */
export function isPlainJson(value: unknown): boolean {
  if (typeof value === "string" || typeof value === "boolean" || value === null) return true;
  if (typeof value === "number")
    return Number.isInteger(value) ? Number.isSafeInteger(value) : Number.isFinite(value);
  if (typeof value !== "object") return false;
  if (Array.isArray(value)) {
    for (const item of value) if (!isPlainJson(item)) return false;
    return (value as { toJSON?: unknown }).toJSON === undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  // A member `toJSON` is a function, which no JSON has.
  for (const name in value) {
    const member = (value as Record<string, unknown>)[name];
    // Most members are text or null. A call for each would take as long as all the rest.
    if (typeof member !== "string" && member !== null && !isPlainJson(member)) return false;
  }
  return true;
}

const scratch = Buffer.alloc(256 * 1024);

/** Bytes. */
const longestCharacter = 4;

/** Whether text or bytes are this text in UTF-8. Most texts are encoded into one reused buffer, which leaves no garbage. */
export function isTextOf(sent: Uint8Array | string, text: string): boolean {
  if (typeof sent === "string") return sent === text;
  if (sent.length < text.length) return false;
  // A longer text, cut off at a character, mustn't look equal.
  if (sent.length + longestCharacter > scratch.length) return Buffer.from(text).equals(sent);
  const written = scratch.write(text);
  return scratch.compare(sent, 0, sent.length, 0, written) === 0;
}
