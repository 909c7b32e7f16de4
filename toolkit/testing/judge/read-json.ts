/** A JSON body, or the reason why it isn't one. */
export interface JsonReading {
  /** Undefined if it isn't JSON. */
  value: unknown;
  fault?: string;
}

const byteOrderMark = "\uFEFF";

/** Whether a text starts with a byte order mark, which JSON doesn't allow (RFC 8259, 8.1). */
export function hasByteOrderMark(text: string): boolean {
  return text.startsWith(byteOrderMark);
}

export function withoutMark(text: string): string {
  return hasByteOrderMark(text) ? text.slice(1) : text;
}

/** Reads JSON as strictly as RFC 8259, except for a byte order mark. */
export function readJson(text: string): JsonReading {
  try {
    return { value: JSON.parse(withoutMark(text)) };
  } catch (error) {
    return { value: undefined, fault: reason(text, error as Error) };
  }
}

/** The parser's message quotes the body, which may hold secrets; only the position is kept. */
function reason(text: string, { message }: Error): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position === undefined) return "it ends too early";
  const at = Number(position);
  const rest = text.slice(at, at + 9);
  const [, literal] = /^(NaN|-?Infinity|undefined|None|True|False)/.exec(rest) ?? [];
  if (literal) return `${literal} at character ${at} isn't JSON`;
  if (message.includes("after JSON")) return `there is text after the value at character ${at}`;
  return `the character at ${at} is unexpected`;
}

/** `JSON.parse` with the source text of numbers, which TypeScript doesn't know yet. */
type Parse = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

const longNumber = /\d{16}/;

/** Fewer digits are exact. */
export function mayBeInexact(text: string): boolean {
  return longNumber.test(text);
}

/** Reads JSON without rounding: integers that JavaScript would round become a bigint. */
export function exactJson(text: string): unknown {
  return (JSON.parse as Parse)(text, (_, value, { source = "" }) => {
    const isRounded = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
    return isRounded ? BigInt(source) : value;
  });
}
