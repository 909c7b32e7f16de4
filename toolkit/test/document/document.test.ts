import { expect, test } from "vitest";
import { readDocument, resolve } from "../../document/document.ts";

const raw = {
  openapi: "3.1.0",
  info: { title: "Tides", version: "2.1.0", license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "https://tides.example" }],
  security: [{ token: [] }],
  "x-error-schema": { $ref: "#/components/schemas/Problem" },
  paths: { "/tides": { get: { responses: {} } }, "/empty": {} },
  components: { schemas: { Problem: { type: "object" } } },
};

test("what the document says as a whole can be asked without the parsed file", () => {
  const document = readDocument(raw);
  expect(document).toMatchObject({
    info: { title: "Tides", version: "2.1.0", licenseIdentifier: "MIT" },
    servers: [{ url: "https://tides.example" }],
    security: [{ token: [] }],
    paths: ["/tides", "/empty"],
  });
  expect(resolve(document, document.errorSchema)).toEqual({ type: "object" });
  expect(document.source).toBe(raw);
});

test("the parsed document is out of reach for whoever asks the model", () => {
  const document = readDocument(raw);
  // @ts-expect-error: only `document/` looks at nodes.
  document.root.paths;
  // @ts-expect-error: whoever rewrites the source as a whole says so with a type.
  document.source.paths;
});
