import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";
import type { AnyHandler } from "../../server/http/steps/handle.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";
import { startApp } from "../helpers/small-app.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const schemas = {
  Word: { type: "string", pattern: "^[a-z]+$" },
  Day: { type: "string", format: "date" },
  Labels: { type: "object", propertyNames: ref("Word"), additionalProperties: true },
};

const content = { "application/json": { schema: ref("Labels") } };
const raw = {
  openapi: "3.1.1",
  info: { title: "Labels", version: "1" },
  paths: {
    "/labels": {
      put: {
        operationId: "setLabels",
        parameters: [
          { name: "filter", in: "query", style: "deepObject", explode: true, schema: ref("Labels") },
        ],
        requestBody: { required: true, content },
        responses: { 200: { description: "The labels", content } },
      },
    },
  },
  components: { schemas },
};

test.each([
  ["valid ones", "?filter[color]=red", { size: "xl" }, 200],
  ["a wrong one in the query", "?filter[Color]=red", { size: "xl" }, 400],
  ["a wrong one in the body", "", { Size: "xl" }, 400],
  ["a wrong one in the response", "", { wrong: "xl" }, 500],
])("property names follow a referenced schema: %s", async (_case, query, body, status) => {
  const answer: AnyHandler = async ({ body }) => ({
    status: 200,
    body: Object.hasOwn(body as object, "wrong") ? { Wrong: "xl" } : body,
  });
  const app = await startApp({ raw, handlers: { setLabels: answer } });
  try {
    const response = await fetch(`${app.url}/labels${query}`, {
      method: "PUT",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(status);
    if (status === 400) {
      const reason = /must not have the name \\"(Color|Size)\\": the name must match pattern/;
      expect(await response.text()).toMatch(reason);
    }
  } finally {
    await app.close();
  }
});

const { compile } = createSchemaCompiler(readDocument(raw), "response");
const text = { type: "string" };

test.each([
  ["dates as names", { propertyNames: ref("Day") }, { "2026-01-31": 1 }, { today: 1 }],
  ["names below allOf", { propertyNames: { allOf: [ref("Word")] } }, { a: 1 }, { A: 1 }],
  ["names below not", { propertyNames: { not: ref("Word") } }, { A: 1 }, { a: 1 }],
  ["contains beside prefixItems", { prefixItems: [text], contains: text }, ["a"], []],
  ["contains after a short prefix", { prefixItems: [true, text], contains: text }, ["a"], [1]],
  [
    "uniqueItems after a short prefix",
    { prefixItems: [true, true, text], uniqueItems: true },
    [1, 2],
    [1, 1],
  ],
  ["contains in lists in a list", { items: { contains: text } }, [["a"], ["b"]], [["a"], []]],
  ["maxContains", { contains: text, minContains: 0, maxContains: 1 }, [[1]], ["a", 1, "b"]],
])("checks %s", (_case, schema, valid, invalid) => {
  const { firstFault, allFaults } = compile(schema);
  expect(allFaults(valid)).toBeUndefined();
  expect(firstFault(invalid)).not.toBeUndefined();
});
