import { expect, test } from "vitest";
import { fileNameIn, filePartBytes, filePartCount } from "../../server/domain/product-file.ts";

test.each([
  ["harbour.pdf", "harbour.pdf"],
  ["C:\\books\\harbour.pdf", "harbour.pdf"],
  ["/tmp/../Häfen 2.tar.gz", "Häfen 2.tar.gz"],
  ['a"b\r\n<c>.pdf', "abc.pdf"],
  [".htaccess", ".htaccess"],
  ["..", undefined],
  ["books/", undefined],
  [" ", undefined],
  [`${"x".repeat(300)}.epub`, `${"x".repeat(145)}.epub`],
])("the name of %j is %j", (text, name) => {
  expect(fileNameIn(text)).toBe(name);
});

test("a file has as many parts as it needs", () => {
  const counts = [1, filePartBytes, filePartBytes + 1].map((bytes) => filePartCount({ bytes }));
  expect(counts).toEqual([1, 1, 2]);
});
