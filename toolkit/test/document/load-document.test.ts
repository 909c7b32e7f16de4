import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { emitFiles } from "../../cli/generate/emit-files.ts";
import { loadDocument } from "../../server/document/load-document.ts";
import { readSpec } from "../../server/document/source/read-spec.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const tokens = `
openapi: 3.1.0
info: { title: Tokens, version: "1" }
servers: [{ url: https://api.example/v3 }]
paths:
  /tokens:
    post:
      operationId: createToken
      servers: [{ url: https://auth.example/oauth }]
      responses: { "200": { $ref: "parts.yaml#/ok" } }
  /health:
    servers: [{ url: / }]
    get:
      responses: { "204": { description: Well. } }
  /list:
    get:
      parameters: [{ name: q, in: query, schema: { type: string, nullable: true } }]
      responses: { "204": { description: All. } }
`;

const sources: [name: string, file: () => string][] = [
  [
    "YAML in two files, with operations that have their own servers",
    () =>
      path.join(writtenFiles({ "api.yaml": tokens, "parts.yaml": "ok: { description: Made. }" }), "api.yaml"),
  ],
  ["several files", () => fileURLToPath(new URL("./fixtures/ferry/openapi.yaml", import.meta.url))],
  ["JSON", () => fileURLToPath(new URL("../other-documents/fixtures/post-office.json", import.meta.url))],
];

test.each(sources)("%s is read like its bundle", async (_, place) => {
  const source = place();
  const { files } = emitFiles(readSpec(source));
  const bundle = path.join(writtenFiles({ "openapi.json": files["openapi.json"] ?? "" }), "openapi.json");
  const [ofSource, ofBundle] = await Promise.all([source, bundle].map(loadDocument));
  expect(ofSource?.operations.map(({ method, path }) => `${method} ${path}`)).toEqual(
    ofBundle?.operations.map(({ method, path }) => `${method} ${path}`),
  );
  expect(ofSource?.root).toEqual(ofBundle?.root);
});

test("operations are served at their own servers' paths, also from a document that isn't a bundle", async () => {
  const folder = writtenFiles({ "api.yaml": tokens, "parts.yaml": "ok: { description: Made. }" });
  const { paths } = await loadDocument(path.join(folder, "api.yaml"));
  expect(paths).toEqual(["/oauth/tokens", "/health", "/v3/list"]);
});

test("a bundle is read as it is, with the servers' paths only once", async () => {
  const folder = writtenFiles({ "api.yaml": tokens, "parts.yaml": "ok: { description: Made. }" });
  const { files } = emitFiles(readSpec(path.join(folder, "api.yaml")));
  const written = writtenFiles({ "renamed.txt": files["openapi.json"] ?? "" });
  const { paths, source } = await loadDocument(path.join(written, "renamed.txt"));
  expect(paths).toEqual(["/oauth/tokens", "/health", "/v3/list"]);
  expect(source).not.toHaveProperty("x-bundled-by");
});
