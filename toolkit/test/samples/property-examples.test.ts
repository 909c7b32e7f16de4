import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import { exampleRequest } from "../../testing/samples/example-request.ts";

const bodyOf = (schema: object) => {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1.0.0" },
    paths: {
      "/pets": {
        post: {
          requestBody: { required: true, content: { "application/json": { schema } } },
          responses: { "201": { description: "Added." } },
        },
      },
    },
  });
  const [operation] = document.operations;
  return operation && exampleRequest(document, operation)?.json;
};

const name = { type: "string", example: "Rex" };

test("a body without an example has the examples of its properties", () => {
  const owner = { type: "object", required: ["name"], properties: { name: { ...name, example: "Ada" } } };
  expect(bodyOf({ type: "object", required: ["name", "owner"], properties: { name, owner } })).toMatchObject({
    name: "Rex",
    owner: { name: "Ada" },
  });
});

test("examples that don't fit are not used", () => {
  const schema = { type: "object", required: ["name"], properties: { name: { ...name, maxLength: 2 } } };
  expect(String((bodyOf(schema) as { name: unknown }).name).length).toBeLessThanOrEqual(2);
});
