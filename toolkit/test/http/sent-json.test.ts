import { expect, test } from "vitest";
import { isTextOf } from "../../server/http/sent/sent-json.ts";

const texts = [
  "",
  "a",
  "ä",
  "€",
  "😀",
  "a".repeat(262_140),
  "a".repeat(262_144),
  "😀".repeat(70_000),
  // They fill the memory of the comparison, or leave less than a character.
  "😀".repeat(65_536),
  `${"😀".repeat(65_535)}€`,
  `${"😀".repeat(65_535)}ä`,
  `${"😀".repeat(65_535)}a`,
  "\ud800",
];

test.each(texts)("bytes are their own text, and no longer, shorter or other one (%#)", (text) => {
  const bytes = Buffer.from(text);
  expect(isTextOf(bytes, text)).toBe(true);
  for (const more of ["a", "ä", "€", "😀"]) {
    expect(isTextOf(bytes, text + more)).toBe(false);
    expect(isTextOf(Buffer.from(text + more), text)).toBe(false);
  }
  expect(isTextOf(Buffer.concat([bytes, Buffer.from([0xff])]), `${text}\ufffd`)).toBe(false);
  expect(isTextOf(Buffer.from(`${text}x`), `${text}y`)).toBe(false);
});

test("a text that doesn't fit in the memory of the comparison isn't the part that fits", () => {
  const long = "a".repeat(262_100);
  expect(isTextOf(Buffer.from(long), `${long}${"a".repeat(100)}`)).toBe(false);
  expect(isTextOf(Buffer.from(`${long}aaa`), `${"a".repeat(87_000)}${"€".repeat(80_000)}`)).toBe(false);
});
