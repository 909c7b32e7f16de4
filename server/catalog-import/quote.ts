/** The maximum length of a quoted cell in messages, in UTF-16 units. */
const maxQuoted = 80;

/** A cell in quotation marks, truncated: it may be as long as the file. */
export function quote(text: string): string {
  return text.length <= maxQuoted ? `"${text}"` : `"${text.slice(0, maxQuoted)}…"`;
}
