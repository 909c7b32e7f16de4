import path from "node:path";
import { readSpec } from "@counterpart/server/source";
import { expect, test } from "vitest";
import { readCompared } from "../../cli/compare/read-compared.ts";
import { release } from "../../cli/compare/release.ts";
import { compareWithReleased } from "../../cli/compare/released.ts";
import { writtenFiles } from "../helpers/written-files.ts";

const today = "2026-01-15";

test("the released contract has no changes, even if part of the document is repaired or isn't served", async () => {
  const folder = writtenFiles({
    "openapi.yaml": `openapi: 3.0.3
info: { title: Harbour, version: 1.0.0 }
paths:
  /berths:
    get:
      operationId: listBerths
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: Berth.yaml } } } } }
    post:
      operationId: addBerth
      responses: { 200: { description: OK, content: { application/json: { schema: { $ref: none.yaml } } } } }
`,
    "Berth.yaml": "type: text\nminLength: '3'\npattern: '(?i)a'\nproperties: { a: { nullable: false } }",
  });
  const file = path.join(folder, "openapi.yaml");
  const [{ read, released } = { read: async () => ({}) as never, released: "" }] = await readCompared({
    given: { name: file, read: async () => readSpec(file) },
    released: path.join(folder, "released.yaml"),
  });
  expect(await release((await read()).document, { released, today })).toMatchObject({
    version: "1.0.0",
    removed: [],
  });
  const comparison = await compareWithReleased((await read()).document, { released, today });
  expect(comparison).toMatchObject({ passed: true });
});
