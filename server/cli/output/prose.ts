/** Fits every terminal, and is the same in the reference. */
export const helpWidth = 80;

/** Wraps the lines of each paragraph together. Blank and indented lines stay as they are. */
export function prose(text: string): string {
  const lines: string[] = [];
  let isOpen = false;
  for (const line of text.split("\n")) {
    const isText = /^\S/.test(line);
    if (!isText) lines.push(line);
    else if (isOpen) addWords(lines, line);
    else addWords(lines, line, "");
    isOpen = isText;
  }
  return lines.join("\n");
}

function addWords(lines: string[], text: string, current = lines.pop() ?? ""): void {
  let line = current;
  for (const word of text.split(" ")) {
    if (line === "") line = word;
    else if (line.length + 1 + word.length <= helpWidth) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  lines.push(line);
}
