import { readDocument } from "@counterpart/testing";
import { expect, test } from "vitest";
import { createLargeDocument } from "../../bench/large/document.ts";
import { splitDocument } from "../../bench/large/split.ts";

const document = createLargeDocument();

test("the large document of the bench has 1,200 operations and is the same in every run", () => {
  expect(readDocument(document).operations).toHaveLength(1200);
  expect(createLargeDocument()).toEqual(document);
});

test("its multi-file form refers only to files that exist", () => {
  const files = splitDocument(document);
  for (const [name, text] of files) {
    for (const [, reference = ""] of text.matchAll(/\$ref: (\S+)/g)) {
      const file = new URL(reference, `file:///${name}`).pathname.slice(1);
      expect(files.has(file), `${name} refers to ${reference}`).toBe(true);
    }
  }
});
