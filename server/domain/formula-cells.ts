/** How a cell begins that a spreadsheet would run: https://owasp.org/www-community/attacks/CSV_Injection */
const formula = "[=+\\-@＝＋－＠]";
/** Spreadsheets that separate by semicolons or tabs split fields there and at line breaks, and start a new cell. */
const inner = '[;\\t\\r\\n][\\s"]*';

const escapes = [
  [new RegExp(`(${inner})('*)(?=${formula})`, "g"), "$1'$2"],
  [/^('*)(?=[=+\-@\t\r＝＋－＠])/, "'$1"],
] as const;
const unescapes = [
  [/^'('*)(?=[=+\-@\t\r＝＋－＠])/, "$1"],
  [new RegExp(`(${inner})'('*)(?=${formula})`, "g"), "$1$2"],
] as const;

/** Puts an apostrophe before formulas in a cell of a CSV file. */
export function escapeFormulas(cell: string): string {
  return escapes.reduce((text, [from, to]) => text.replace(from, to), cell);
}

/** The cell before `escapeFormulas`. */
export function unescapeFormulas(cell: string): string {
  return unescapes.reduce((text, [from, to]) => text.replace(from, to), cell);
}
