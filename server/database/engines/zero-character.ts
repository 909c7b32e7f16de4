/** PostgreSQL's text can't hold the zero character. Replaces it with U+FFFD, like other invalid text. */
export function withoutZeroCharacters(text: string): string {
  return text.includes("\0") ? text.replaceAll("\0", "\ufffd") : text;
}
