import { expect, test } from "vitest";
import { escapingTerminal } from "../../../server/cli/output/escape-controls.ts";
import { createProgress } from "../../../server/cli/output/progress.ts";

interface Output {
  isTTY?: boolean;
  columns?: number;
  json?: true;
  things?: string;
}

/** What is written when this many rows are done at these seconds. */
function shown(
  counts: [second: number, done: number][],
  { json, things = "rows", ...output }: Output,
): string {
  let text = "";
  let now = 0;
  const write = (more: string): void => {
    text += more;
  };
  const terminal = escapingTerminal({ stdout: { write }, stderr: { write, ...output }, env: {} });
  const progress = createProgress(terminal, json ? { json } : {}, things, () => now);
  for (const [second, done] of counts) {
    now = second * 1000;
    progress.show(done, 90_000);
  }
  progress.end();
  return text;
}

const clear = "\r\u001b[K";

test("a terminal has one line, written at most ten times a second and cleared at the end", () => {
  const text = shown(
    [
      [0, 1],
      [0.05, 40],
      [0.2, 900],
    ],
    { isTTY: true },
  );
  expect(text).toBe(`${clear}1 of 90000 rows${clear}900 of 90000 rows${clear}`);
});

test("the line is narrower than the terminal, and has no control characters", () => {
  const text = shown([[0, 1]], { isTTY: true, columns: 20, things: "\u001b[2J of a store" });
  expect(text).toBe(`${clear}1 of 90000 \\u001b[2${clear}`);
  expect(shown([[0, 1]], { isTTY: true, columns: 0 })).toBe(`${clear}1 of 90000 rows${clear}`);
});

test("a log has a line every 15 seconds, and none for work that finishes sooner", () => {
  const text = shown(
    [
      [1, 1],
      [14, 20],
      [16, 30],
      [20, 40],
      [32, 900],
    ],
    {},
  );
  expect(text).toBe("30 of 90000 rows\n900 of 90000 rows\n");
  expect(
    shown(
      [
        [1, 1],
        [14, 20],
      ],
      { isTTY: false },
    ),
  ).toBe("");
});

test("nothing with --json", () => {
  expect(
    shown(
      [
        [0, 1],
        [60, 2],
      ],
      { json: true, isTTY: true },
    ),
  ).toBe("");
});
