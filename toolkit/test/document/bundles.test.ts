import path from "node:path";
import { fileURLToPath } from "node:url";
import { bundleText, loadDocument, readDocument } from "@counterpart/server/read-document";
import { readSpec } from "@counterpart/server/source";
import { expect, test } from "vitest";
import { writtenFiles } from "../helpers/written-files.ts";

const fixture = (name: string) => fileURLToPath(new URL(`../${name}`, import.meta.url));

const based = `openapi: 3.0.3
info: { title: Kites, version: 1.0.0 }
servers: [{ url: https://kites.example/api/v1 }]
paths:
  /token:
    post: { servers: [{ url: https://kites.example/oauth }], responses: { 200: { description: OK } } }
  /kites:
    get:
      responses:
        200: { description: OK, content: { application/json: { schema: { type: string, nullable: true } } } }
`;

test.each([
  [
    "the toolshed",
    fixture("other-documents/fixtures/toolshed/api/toolshed.yaml"),
    [fixture("other-documents/fixtures/toolshed")],
  ],
  ["the post office", fixture("other-documents/fixtures/post-office.json"), []],
  ["the boatyard", fixture("mock/fixtures/boatyard.json"), []],
  ["operations with their own servers", path.join(writtenFiles({ "api.yaml": based }), "api.yaml"), []],
])("a bundle reads like its sources: %s", async (_, file, allowFolders) => {
  const { source } = readDocument(readSpec(file, { allowFolders }).raw);
  // Named as if it weren't a bundle.
  const bundle = path.join(writtenFiles({ "api.txt": bundleText(source as never) }), "api.txt");
  const { "x-bundled-by": __, ...read } = readDocument(readSpec(bundle).raw).source as Record<
    string,
    unknown
  >;
  expect(read).toEqual(JSON.parse(JSON.stringify(source)));
  expect((await loadDocument(bundle)).source).toEqual(read);
});
