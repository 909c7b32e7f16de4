import { expect, test } from "vitest";
import { regularExpression } from "../../../server/document/schemas/regular-expression.ts";

test.each([
  ["^[a-z]+$", "u"],
  ["^\\p{L}+$", "u"],
  ["^[a-z_\\:]+$", ""],
  ["^[\\w-\\.]+$", ""],
  ["^{\\d+}$", ""],
  ["^a\\\\A\\_$", ""],
])("%s is read with the flags %j", (pattern, flags) => {
  expect(regularExpression(pattern)?.flags).toBe(flags);
});

test.each([
  "(?i)^abc$",
  "^\\A\\d+\\z\\_",
  "^\\p{IsGreek}+$",
  "^[[:alpha:]]+$",
  "^a++$",
  "^\\x{41}\\_$",
  "([a-z",
  "/^[a-z]+$/i",
])("%s belongs to another dialect", (pattern) => {
  expect(regularExpression(pattern)).toBeUndefined();
});
