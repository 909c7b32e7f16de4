import { expect, test } from "vitest";
import { documentEntry } from "../../cli/new/render-template.ts";

test.each([
  ["only the document", {}, '[{ spec: "spec/a.yaml" }]'],
  [
    "overlays and a slice",
    { overlays: ["spec/fix.yaml"], include: { tags: ['a "b"'], paths: ["/c*"] } },
    `[
    {
      spec: "spec/a.yaml",
      overlays: ["spec/fix.yaml"],
      include: { tags: ["a \\"b\\""], paths: ["/c*"] },
    },
  ]`,
  ],
])("the entry of a document has %s", (_, facts, text) => {
  expect(documentEntry({ spec: "spec/a.yaml", ...facts })).toBe(text);
});
