// The document has int64. A JSON library that reads numbers as doubles would be a fault of the correct servers.

declare global {
  interface JSON {
    rawJSON(text: string): object;
  }
}

/** Integers beyond 2^53 become BigInt. */
export function parseExactly(text: string): unknown {
  return JSON.parse(text, (_key, value, context?: { source: string }) =>
    typeof value === "number" && Number.isInteger(value) && !Number.isSafeInteger(value) && context
      ? BigInt(context.source)
      : value,
  );
}

export function stringifyExactly(value: unknown): string {
  return JSON.stringify(value, (_key, one) => (typeof one === "bigint" ? JSON.rawJSON(String(one)) : one));
}
