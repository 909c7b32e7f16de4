import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { deriveRequests } from "../helpers/derive-requests.ts";

const words = {
  type: "array",
  items: { type: "string" },
  minItems: 2,
  maxItems: 3,
  example: ["red", "dark,blue"],
};

test.each([
  { in: "query", style: "form", explode: false },
  { in: "query", style: "pipeDelimited", explode: false },
  { in: "query", style: "form", explode: true },
  { in: "cookie", style: "form", explode: true },
  { in: "path", style: "label", explode: true, required: true },
  { in: "path", style: "matrix", explode: false, required: true },
])("the bounds of a list are covered in the style of %j", (style) => {
  const path = style.in === "path" ? "/shelves/{colors}" : "/shelves";
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Shelves", version: "1" },
    paths: {
      [path]: {
        get: {
          operationId: "list",
          parameters: [{ name: "colors", schema: words, ...style }],
          responses: {},
        },
      },
    },
  } as never);
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const items = deriveRequests(document, operation, {}).map(({ item }) => item);
  expect(items.filter((item) => /minItems|maxItems/.test(item))).toHaveLength(4);
});
