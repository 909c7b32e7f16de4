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
