import { expect, test } from "vitest";
import { mutantsOf } from "./mutants-of.ts";

test.each([
  ["const isOver = end <= now;", ["<= → <"]],
  ["const both = a && !b;", ["&& → ||"]],
  ["if (isNew) save(one);", ["isNew → !(isNew)", "save(one); → ;"]],
  ["const sum = 1 + n;", ["+ → -"]],
  ['const text = "a" + n;', []],
  ["const kept: Record<string, true> = { all: true };", ["true → false"]],
  ["type Never = false; interface Once { is: true }", []],
])("%s", (text, expected) => {
  expect(mutantsOf(text).map(({ from, to }) => `${from} → ${to}`)).toEqual(expected);
});

test("a mutant has the file's text with its change, and the line", () => {
  expect(mutantsOf("const a = 1;\nconst b = a > 0;\n")).toEqual([
    { line: 2, from: ">", to: ">=", text: "const a = 1;\nconst b = a >= 0;\n" },
  ]);
});
