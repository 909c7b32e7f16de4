import path from "node:path";
import { expect, test } from "vitest";
import { resolve } from "../../server/document/document.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const raw = {
  openapi: "3.1.0",
  info: { title: "Tides", version: "2.1.0", license: { name: "MIT", identifier: "MIT" } },
  servers: [{ url: "https://tides.example" }],
  security: [{ token: [] }],
  "x-error-schema": { $ref: "#/components/schemas/Problem" },
  paths: { "/tides": { get: { responses: {} } }, "/empty": {} },
  components: { schemas: { Problem: { type: "object" } } },
};

test("document-wide facts are available without the parsed file", () => {
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

test("users of the model can't reach the parsed document", () => {
  const document = readDocument(raw);
  // @ts-expect-error: only `document/` looks at nodes.
  document.root.paths;
  // @ts-expect-error: code that rewrites the source needs a type for that.
  document.source.paths;
});

test("examples are there, also referenced ones, and shared responses are read once", () => {
  const { operations } = readDocument({
    openapi: "3.1.0",
    paths: {
      "/tides": { get: { responses: { 200: { $ref: "#/components/responses/Tide" } } } },
      "/ebbs": { get: { responses: { 200: { $ref: "#/components/responses/Tide" } } } },
    },
    components: {
      examples: { low: { value: "low" } },
      responses: {
        Tide: { content: { "text/plain": { examples: { low: { $ref: "#/components/examples/low" } } } } },
      },
    },
  });
  const [tides, ebbs] = operations.map(({ responses }) => responses["200"]?.content["text/plain"]);
  expect(tides).toEqual({ examples: { low: { value: "low" } } });
  expect(ebbs).toBe(tides);
});

test("a bundled document that is nested too deeply is refused", async () => {
  const folder = writtenFiles({ "openapi.json": `{ "x-a": ${"[".repeat(100_000)}${"]".repeat(100_000)} }` });
  await expect(loadDocument(path.join(folder, "openapi.json"))).rejects.toThrow(
    "Objects and lists are nested more than 200 levels deep.",
  );
});
