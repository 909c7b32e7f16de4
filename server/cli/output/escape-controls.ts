import type { Terminal } from "../terminal.ts";

/**
 * Control characters, and those that turn the direction of writing: in a file, a name or a path they could rewrite what
 * a terminal shows. A tab or a line break can't.
 */
const controls = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text as a terminal may have it: each control character as `\u001b`, which JSON reads as the same character. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** The terminal, to which nothing goes unescaped. */
export function escapingTerminal(terminal: Terminal): Terminal {
  const { stdout, stderr } = terminal;
  // Not a copy: to read all of a process's properties would open its standard input.
  return Object.create(terminal, {
    stdout: { value: { write: (text: string) => stdout.write(escapeControls(text)) } },
    stderr: {
      value: {
        write: (text: string) => stderr.write(escapeControls(text)),
        ...(stderr.isTTY !== undefined && { isTTY: stderr.isTTY }),
      },
    },
  });
}
