import type { Terminal } from "../terminal.ts";

/**
 * Control characters and bidirectional overrides, which could
 * alter what a terminal shows. Tabs and line breaks are harmless.
 */
const controls = /(?![\t\n])[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Makes text safe for a terminal: control characters become `\u001b`, which is equivalent in JSON. */
export function escapeControls(text: string): string {
  return text.replaceAll(controls, (character) => {
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
  });
}

/** Wraps a terminal so that all output is escaped. Only `rewriteLine` moves the cursor. */
export function escapingTerminal(terminal: Terminal): Terminal {
  const { stdout, stderr } = terminal;
  const { isTTY } = stderr;
  const rewriteLine = (line: string): void => {
    // A line that wraps could not be cleared. Some terminals report a width of 0.
    const fitting = escapeControls(line).slice(0, (stderr.columns || defaultColumns) - 1);
    stderr.write(`\r\x1b[K${fitting}`);
  };
  // Not a copy, because reading all properties of `process` would open its standard input.
  return Object.create(terminal, {
    stdout: { value: { write: (text: string) => stdout.write(escapeControls(text)) } },
    stderr: {
      value: {
        write: (text: string) => stderr.write(escapeControls(text)),
        ...(isTTY !== undefined && { isTTY }),
        ...(isTTY === true && { rewriteLine }),
      },
    },
  });
}

const defaultColumns = 80;
