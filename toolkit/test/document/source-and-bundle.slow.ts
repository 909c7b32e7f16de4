import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { writtenFiles } from "../helpers/written-files.ts";
import { responseDifferences } from "./response-differences.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));
const head = (version: string) => `openapi: ${version}\ninfo: { title: Kites, version: 1.0.0 }\n`;
const done = "{ description: Done., content: { application/json: { schema: { type: object } } } }";

/** Each is written so that its bundle looks different. */
const documents: Record<string, Record<string, string>> = {
  "base paths, of the document and of operations": {
    "api.yaml": `${head("3.0.3")}servers: [{ url: https://kites.example/api/v1 }]
paths:
  /token: { post: { servers: [{ url: https://kites.example/oauth }], responses: { 200: ${done} } } }
  /kites: { get: { responses: { 200: { description: All., content: { application/json: { schema: { type: string, nullable: true } } } } } } }
`,
  },
  "several files, with parameters, responses and paths in them": {
    "api.yaml": `${head("3.1.0")}paths:
  /kites/{id}: { $ref: paths/kite.yaml }
  /tails: { get: { responses: { 200: { $ref: "parts.yaml#/responses/Tail" } } } }
`,
    "paths/kite.yaml":
      "parameters: [{ $ref: ../parts.yaml#/id }]\nput:\n  operationId: putKite\n  requestBody: { required: true, content: { application/json: { schema: { $ref: ../kite.json } } } }\n  responses: { 204: { description: Done. } }\n",
    "parts.yaml":
      "id: { name: id, in: path, required: true, schema: { type: integer } }\nresponses: { Tail: { description: A., content: { application/json: { schema: { $ref: kite.json#/$defs/tail } } } } }\n",
    "kite.json": JSON.stringify({
      $id: "https://kites.example/kite",
      type: "object",
      required: ["tail", "constructor"],
      properties: { tail: { $ref: "#/$defs/tail" }, kin: { $ref: "https://kites.example/kite" } },
      $defs: { tail: { type: "object", additionalProperties: { enum: ["red"] }, minProperties: 1 } },
    }),
  },
  "aliases, merge keys and a closing bracket at the indentation of its key": {
    "api.yaml": `${head("3.1.0")}x-kite: &kite { type: object, required: [name], properties: { name: { type: string } } }
paths:
  /kites: {
    post: {
      requestBody: { content: { application/json: { schema: { <<: *kite, minProperties: 2 } } } },
      responses: { 200: { description: A., content: { application/json: { schema: *kite } } }
    } }
  }
`,
  },
  "dynamic references, tuples and a discriminator": {
    "api.yaml": `${head("3.1.0")}paths:
  /nodes: { post: { requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/Kites" } } } }, responses: { 200: ${done} } } }
  /marks: { post: { requestBody: { required: true, content: { application/json: { schema: { prefixItems: [{ type: string }], contains: { const: a }, propertyNames: { $ref: "#/components/schemas/Word" } } } } }, responses: { 200: ${done} } } }
components:
  schemas:
    Word: { type: string, maxLength: 3 }
    Kites: { $id: kites, $defs: { item: { $dynamicAnchor: item, type: integer } }, $ref: list }
    List: { $id: list, type: array, items: { $dynamicRef: "#item" }, $defs: { item: { $dynamicAnchor: item } } }
`,
  },
  "faults that are repaired or left out": {
    "api.yaml": `${head("3.0.3")}paths:
  /a: { get: { operationId: get a, security: [{ none: [] }], responses: { 200: ${done} } } }
  /b(c={c}): { get: { operationId: get a, parameters: [{ name: c, in: path, required: true, schema: { type: integer } }], responses: { 204: { description: Done. } } } }
  /c: { put: { requestBody: { $ref: "#/components/schemas/None" }, responses: { 204: { description: Done. } } } }
  "/d\\ne": { get: { responses: { 2XX: ${done}, default: { description: No. } } } }
`,
  },
};

async function expectAlike(file: string, runs: number): Promise<void> {
  const { requests, differences } = await responseDifferences(file, runs);
  expect(differences).toEqual([]);
  expect(requests).toBeGreaterThan(10);
}

test.each(Object.entries(documents))("a source and its bundle are served alike: %s", (_, files) =>
  expectAlike(path.join(writtenFiles(files), "api.yaml"), 60),
);

test.each([
  ["the post office", "other-documents/fixtures/post-office.json"],
  ["the boatyard", "mock/fixtures/boatyard.json"],
])("a source and its bundle are served alike: %s", (_, name) => expectAlike(fixture(name), 100));

// The faults of documents that servers repair, in one document for each.
const rows: { fault: string; document?: object; get?: object; query?: object; body?: object }[] = parse(
  await readFile(new URL("repair/served.yaml", import.meta.url), "utf8"),
);
const whole = rows.filter(({ document }) => document !== undefined && "paths" in document);

test.each(whole)("a source and its bundle are served alike: $fault", async ({ document }) => {
  const raw = { openapi: "3.0.3", info: { title: "Boats", version: "1.0.0" }, ...document };
  await expectAlike(path.join(writtenFiles({ "api.json": raw }), "api.json"), 20);
});
