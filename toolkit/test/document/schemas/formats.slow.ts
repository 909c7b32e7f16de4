import { isUri } from "@hyperjump/json-schema-formats";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textFormats } from "../../../server/document/schemas/formats.ts";

/** Units that expressions can divide in several ways, between what may come before and after them. */
const units = [
  "a",
  "a.",
  "a-",
  "1",
  ":",
  "/",
  "%41",
  "@",
  "\\",
  '\\"',
  "{a}",
  "{a,",
  "~0",
  "1Y",
  "é",
  "0.",
  "=",
  "A",
];
const starts = [
  "",
  "http://",
  "http://[",
  "a@",
  '"',
  "a@[IPv6:",
  "P",
  "/",
  "{",
  "xn--",
  "2024-02-29T00:00:00.",
];

test.each(Object.keys(textFormats))("%s is checked in linear time", (format) => {
  for (const start of starts) {
    for (const unit of units) {
      const text = start + unit.repeat(20_000 / unit.length);
      expect(textFormats[format]?.(`${text}\0`)).toBeTypeOf("boolean");
    }
  }
});

test("texts of many megabytes don't throw", () => {
  const text = "a".repeat(10_000_000);
  for (const start of ["http://a/", "/", "0/"])
    for (const check of Object.values(textFormats)) expect(check(start + text)).toBeTypeOf("boolean");
});

test("usual URLs are URIs to the package too", () => {
  const part = fc.string({ unit: fc.constantFrom(..."ab1-._~!$&'()*+,;=:@/?#%\\\"<[ é\n"), maxLength: 8 });
  const urls = fc
    .tuple(fc.constantFrom("http://", "https://"), part, fc.constantFrom("", "/", "?", ":8"), part)
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(urls, (url) => textFormats.uri?.(url) === isUri(url)),
    { numRuns: 20_000, seed: 1 },
  );
});
