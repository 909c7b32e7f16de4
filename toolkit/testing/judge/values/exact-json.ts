/** `JSON.parse` with the source text of numbers, which TypeScript doesn't know yet. */
type Parse = (
  text: string,
  reviver: (key: string, value: unknown, context: { source?: string }) => unknown,
) => unknown;

/** Reads JSON without rounding: integers that JavaScript would round become a bigint. */
export function exactJson(text: string): unknown {
  if (!/\d{16}/.test(text)) return JSON.parse(text);
  return (JSON.parse as Parse)(text, (_, value, { source = "" }) => {
    const isRounded = typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source);
    return isRounded ? BigInt(source) : value;
  });
}
