import type { Command, Options } from "./command.ts";

/** Fits every terminal. */
const width = 80;

/** The help text of one command. */
export function commandHelp(
  name: string,
  { positionals, rest, description, options, details }: Command,
): string {
  const words = [...(positionals ? [positionals] : []), "[options]", ...(rest ? [rest] : [])];
  const usage = ["Usage: counterpart", name, ...words].join(" ");
  const rows = [
    ...Object.entries(options).map(([option, about]) => [spelling(option, about), about.help] as const),
    ["-h, --help", "show this text"] as const,
  ];
  const after = details === undefined ? [] : [prose(details)];
  return [usage, prose(description), table(rows), ...after].join("\n\n");
}

/** Wraps paragraphs; indented ones stay as they are. */
export function prose(text: string): string {
  return text
    .split("\n\n")
    .map((part) => (part.startsWith(" ") ? part : wrapped(part.replaceAll("\n", " "), width).join("\n")))
    .join("\n\n");
}

/** Rows of two columns; the second one is wrapped. */
export function table(rows: (readonly [string, string])[]): string {
  const indent = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows
    .flatMap(([left, right]) =>
      wrapped(right, width - indent).map((line, index) =>
        index === 0 ? `  ${left.padEnd(indent - 2)}${line}` : " ".repeat(indent) + line,
      ),
    )
    .join("\n");
}

function spelling(name: string, { type, value = "<value>" }: Options[string]): string {
  return type === "string" ? `--${name} ${value}` : `--${name}`;
}

function wrapped(text: string, columns: number): string[] {
  const lines = [""];
  for (const word of text.split(" ")) {
    const line = lines.at(-1) ?? "";
    if (line === "") lines[lines.length - 1] = word;
    else if (line.length + 1 + word.length <= columns) lines[lines.length - 1] = `${line} ${word}`;
    else lines.push(word);
  }
  return lines;
}
