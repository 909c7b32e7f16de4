import { expect, test } from "vitest";
import { clientReadme } from "../../cli/generate/client/client-readme.ts";
import { readDocument } from "../../server/document/read-document.ts";

const schema = {
  type: "object",
  required: ["photo"],
  properties: { photo: { type: "string", format: "binary" } },
};
const responses = { "201": { description: "Kept." } };
const upload = {
  operationId: "upload",
  requestBody: { required: true, content: { "multipart/form-data": { schema } } },
  responses,
};
const name = { type: "object", required: ["name"], properties: { name: { type: "string", example: "Rex" } } };
const create = {
  operationId: "create",
  requestBody: { required: true, content: { "application/json": { schema: name } } },
  responses,
};

function readme(paths: Record<string, object>): string {
  const document = readDocument({ openapi: "3.1.0", info: { title: "Dogs", version: "1" }, paths });
  return clientReadme(document, "@dogs/client");
}

test("shows a call with a JSON body, and none if all bodies are forms", () => {
  const both = readme({ "/photos": { post: upload }, "/dogs": { post: create } });
  expect(both).toContain('const answer = await api.create({\n    body: { name: "');
  expect(readme({ "/photos": { post: upload } })).not.toContain("await api");
});
