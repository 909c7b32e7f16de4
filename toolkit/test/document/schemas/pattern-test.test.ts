import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { patternTest } from "../../../document/schemas/pattern-test.ts";
import { regularExpression } from "../../../document/schemas/regular-expression.ts";

const characters = fc.string({
  unit: fc.constantFrom(..."abz09_-. /\n", "é", "ſ", "\u2028", "\uffff", "😀", "𝒳", "\ud83d", "\ude00"),
});

test.each([
  "^.{1,3}$",
  "^[^/]{2}$",
  "^(..)+$",
  "^[\\w.-]*$",
  "\\W{2}",
  "^\\S\\D$",
  "^[\\u0080-\\u2fff]+$",
  "^[\\u0020-\\uffff]+$",
  "^[\\u0020-\\ud7ff\\ue000-\\uffff]+$",
  "^[a-😀]$",
  "^\\u{1f600}$",
  "^\\ud83d\\ude00$",
  "^\\ud83d",
  "^\\p{L}+$",
  "^(.)\\1$",
  "^(?<one>.)\\k<one>$",
  "^(?i:[s-z])$",
  "^a|^.$|z$",
  "[\\\\p]{2}",
])("texts match %s as they match it with the flag u", (pattern) => {
  const matches = patternTest(pattern);
  const expression = new RegExp(pattern, "u");
  const isSame = (text: string) => matches.test(text) === expression.test(text);
  fc.assert(fc.property(characters, isSame), { numRuns: 2000 });
});

test.each(["^(?i)abc$", "^[a-z_\\:]+$"])("%s is read as it was", (pattern) => {
  expect(patternTest(pattern).test("_:")).toBe(regularExpression(pattern)?.test("_:") ?? true);
  expect(String(patternTest(pattern))).toBe(pattern);
});

test.each([
  ["([\\/\\w \\.-]*)*\\/?$", "https://example.com/a-picture-that-has-a-long-name-and-ends-in-this:"],
  ["^(a+)+$", `${"a".repeat(60)}!`],
  ["^(a+)+$", `${"a".repeat(60)}😀`],
  ["^(?:\\w+\\s?)*$", `${"word ".repeat(40)}!`],
])("no text takes %s long", (pattern, text) => {
  // It would take years, so it runs where it can be ended.
  const path = new URL("../../../document/schemas/pattern-test.ts", import.meta.url);
  const code = `const { patternTest } = await import(${JSON.stringify(path.href)});
    process.stdout.write(String(patternTest(${JSON.stringify(pattern)}).test(${JSON.stringify(text)})));`;
  const answer = execFileSync(process.execPath, ["--input-type=module", "--eval", code], {
    timeout: 60_000,
    killSignal: "SIGKILL",
    encoding: "utf8",
  });
  expect(answer).toBe(String(pattern.startsWith("(")));
});
