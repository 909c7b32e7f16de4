import fc from "fast-check";
import { expect, test } from "vitest";
import { escapeFormulas, unescapeFormulas } from "../../server/domain/formula-cells.ts";

test.each([
  ["=1+1", "'=1+1"],
  ["@SUM(A1)", "'@SUM(A1)"],
  ["\t=1", "'\t'=1"],
  ["fine; =1", "fine; '=1"],
  ["a line\n-1", "a line\n'-1"],
  ["'=1", "''=1"],
  ["＝1", "'＝1"],
  ["Tide – A4", "Tide – A4"],
  ["it's -1", "it's -1"],
])("%j becomes %j", (cell, escaped) => {
  expect(escapeFormulas(cell)).toBe(escaped);
  expect(unescapeFormulas(escaped)).toBe(cell);
});

test("every cell is the same after both, and begins with no formula in between", () => {
  const part = fc.constantFrom("=", "+", "-", "@", "＝", "'", '"', ";", "\t", "\r", "\n", " ", "a", "1", "é");
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), (parts) => {
      const cell = parts.join("");
      const escaped = escapeFormulas(cell);
      expect(unescapeFormulas(escaped)).toBe(cell);
      expect(escaped).not.toMatch(/^[=+\-@\t\r＝]|[;\t\r\n][\s"]*[=+\-@＝]/);
    }),
    { numRuns: 5000 },
  );
});
