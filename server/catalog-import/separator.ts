const words: Record<string, string> = { ";": "semicolons", "\t": "tabs", "|": "vertical bars" };

/**
 * The separator of the header's cells if it isn't a comma: `semicolons`, as spreadsheets write in countries
 * with a decimal comma. Separators inside quotation marks don't count.
 */
export function foreignSeparator(bytes: Buffer): string | undefined {
  const counts: Record<string, number> = { ",": 0, ";": 0, "\t": 0, "|": 0 };
  let isQuoted = false;
  let hasText = false;
  for (const byte of bytes) {
    const character = String.fromCharCode(byte);
    if (character === '"') isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (character === "\n" || character === "\r") {
      if (hasText) break;
      continue;
    }
    hasText = true;
    if (character in counts) counts[character] = (counts[character] ?? 0) + 1;
  }
  const most = Math.max(...Object.values(counts));
  return counts[","] === most
    ? undefined
    : words[Object.keys(counts).find((one) => counts[one] === most) ?? ""];
}
