import { expect, test } from "vitest";
import { createProgress } from "../../cli/command-line/progress.ts";

function shown(isTTY: boolean, seconds: number[], columns?: number): string {
  let text = "";
  let now = 0;
  const write = (more: string): void => {
    text += more;
  };
  const progress = createProgress({ write, isTTY, ...(columns !== undefined && { columns }) }, () => now);
  for (const second of seconds) {
    now = second * 1000;
    progress.show(`after ${second} s`);
  }
  progress.end();
  return text;
}

test("a terminal has one line, written at most ten times a second", () => {
  expect(shown(true, [0, 0.05, 0.2])).toBe("\r\x1b[Kafter 0 s\r\x1b[Kafter 0.2 s\r\x1b[K");
});

test("a line is narrower than the terminal, so that it doesn't wrap", () => {
  expect(shown(true, [0.1234], 8)).toBe("\r\x1b[Kafter 0\r\x1b[K");
  expect(shown(true, [0], 0)).toBe("\r\x1b[Kafter 0 s\r\x1b[K");
});

test("a log has a line every 15 seconds, and none for work that finishes sooner", () => {
  expect(shown(false, [1, 14, 16, 20, 32])).toBe("after 16 s\nafter 32 s\n");
  expect(shown(false, [1, 14])).toBe("");
});
