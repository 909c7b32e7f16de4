/** Control, format and invisible characters, which could hide text from a person who reads it. */
const invisible = /[\p{Cc}\p{Cf}]/gu;

/** A document's text on one line, shortened to a number of characters at the end of a word. */
export function textWithin(text: string, maxLength: number): string {
  const line = text.replaceAll(/\s+/g, " ").replaceAll(invisible, "").trim();
  if (line.length <= maxLength) return line;
  const cut = line.slice(0, maxLength - 1);
  const end = cut.lastIndexOf(" ");
  return `${cut.slice(0, end > maxLength / 2 ? end : undefined)}…`;
}
