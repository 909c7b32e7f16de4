/** The beginning of a line that begins a block: a heading, list, quote, table, rule, element or code. */
const blockStart = /^\s*(#{1,6}\s|[-*+]\s|\d+[.)]\s|>|\||[-=*_]{3,}\s*$|<|```|~~~|:::)/;

/** Writes each paragraph on one line, because Redoc's search joins the words around a line break. */
export function unwrapLines(markdown: string): string {
  const lines: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split("\n")) {
    const before = lines.at(-1);
    const [, mark] = /^\s*(```|~~~)/.exec(line) ?? [];
    const continues =
      fence === undefined && before !== undefined && before.trim() !== "" && line.trim() !== "";
    if (continues && canContinue(before) && !blockStart.test(line)) {
      lines[lines.length - 1] = `${before.trimEnd()} ${line.trim()}`;
      continue;
    }
    lines.push(line);
    if (mark !== undefined && (fence === undefined || fence === mark)) {
      fence = fence === undefined ? mark : undefined;
    }
  }
  return lines.join("\n");
}

/** Whether a paragraph or an item of a list can go on after this line. */
function canContinue(line: string): boolean {
  const endsWithBreak = / {2}$|\\$/.test(line);
  return !endsWithBreak && !/^\s*(#{1,6}\s|\||[-=*_]{3,}\s*$|<|```|~~~|:::| {4})/.test(line);
}
