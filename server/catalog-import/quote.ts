/** How much of a cell a message quotes, in UTF-16 units. */
const maxQuoted = 80;

/** A cell in quotation marks, shortened: it may be as long as the file. */
export function quote(text: string): string {
  return text.length <= maxQuoted ? `"${text}"` : `"${text.slice(0, maxQuoted)}…"`;
}
