import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { lintDocument } from "../../cli/tools/lint-document.ts";

let folder: string;
let spec: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterpart-lint-"));
  spec = path.join(folder, "openapi.yaml");
  await writeFile(
    spec,
    `openapi: 3.1.0
info: { title: Kites, version: "1" }
paths:
  /kites:
    get:
      operationId: listKites
      responses:
        "200": { description: All., content: { application/json: { schema: { type: string, example: 1 } } } }
`,
  );
  await writeFile(path.join(folder, "redocly.yaml"), "extends: [recommended]\n");
});
afterAll(() => rm(folder, { recursive: true }));

const patient = { timeout: 300_000 };

test("the examples of a document are compared with their schemas", patient, async () => {
  const rules = (await lintDocument(spec)).map(({ rule }) => rule);
  expect(rules).toContain("no-invalid-schema-examples");
  expect(rules).toContain("operation-summary");
});

test("if that takes too long, it is skipped with a warning", patient, async () => {
  const [first, ...others] = await lintDocument(spec, { timeoutMs: 1 });
  expect(first).toMatchObject({
    severity: "warning",
    file: spec,
    message: expect.stringContaining("nested repetition"),
  });
  const rules = others.map(({ rule }) => rule);
  expect(rules).not.toContain("no-invalid-schema-examples");
  expect(rules).toContain("operation-summary");
});
