import { describe, expect, test } from "vitest";
import { upgradeDocument } from "../../document/upgrade-document.ts";

function upgraded(schema: object): unknown {
  const raw = { openapi: "3.0.3", paths: {}, components: { schemas: { Berth: schema } } };
  return upgradeDocument(raw).components.schemas.Berth;
}

describe("a schema of OpenAPI 3.0 in the terms of 3.1", () => {
  const ship = { $ref: "#/components/schemas/Ship" };

  test.each<[string, object, object]>([
    ["nullable beside a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable that says no", { type: "string", nullable: false }, { type: "string" }],
    [
      "nullable beside a type and an enum",
      { type: "string", enum: ["dry", "wet"], nullable: true },
      { type: ["string", "null"], enum: ["dry", "wet", null] },
    ],
    [
      "nullable beside an enum that has null already",
      { type: "string", enum: ["dry", null], nullable: true },
      { type: ["string", "null"], enum: ["dry", null] },
    ],
    [
      "nullable on a reference by way of allOf, its annotations in sight",
      { nullable: true, allOf: [ship], readOnly: true, description: "Who lies here." },
      { readOnly: true, description: "Who lies here.", anyOf: [{ allOf: [ship] }, { type: "null" }] },
    ],
    [
      "nullable beside alternatives",
      { nullable: true, oneOf: [ship, { type: "string" }], discriminator: { propertyName: "kind" } },
      {
        anyOf: [
          { oneOf: [ship, { type: "string" }], discriminator: { propertyName: "kind" } },
          { type: "null" },
        ],
      },
    ],
    ["nullable beside nothing that excludes null", { nullable: true, minLength: 2 }, { minLength: 2 }],
    [
      "nullable beside a type and parts",
      { type: "object", nullable: true, allOf: [ship] },
      { type: ["object", "null"], anyOf: [{ allOf: [ship] }, { type: "null" }] },
    ],
    ["exclusive bounds", { minimum: 1, exclusiveMinimum: true }, { exclusiveMinimum: 1 }],
    ["exclusive bounds", { maximum: 9, exclusiveMaximum: true }, { exclusiveMaximum: 9 }],
    ["bounds that aren't exclusive", { minimum: 1, exclusiveMinimum: false }, { minimum: 1 }],
    ["an exclusive bound without a bound", { type: "number", exclusiveMinimum: true }, { type: "number" }],
    ["an example", { type: "string", example: "A4" }, { type: "string", examples: ["A4"] }],
    ["what stands beside a reference", { ...ship, description: "Ignored in 3.0.", nullable: true }, ship],
    ["bytes", { type: "string", format: "binary" }, { type: "string", format: "binary" }],
  ])("%s", (_, schema, expected) => {
    expect(upgraded(schema)).toEqual(expected);
  });

  test("in every place where a schema may be", () => {
    const from = { type: "string", nullable: true };
    const to = { type: ["string", "null"] };
    const document = (schema: object) => ({
      paths: {
        "/berths": {
          parameters: [{ name: "a", in: "query", schema }],
          post: {
            parameters: [{ name: "b", in: "query", content: { "application/json": { schema } } }],
            requestBody: {
              content: { "text/csv": { schema, encoding: { a: { headers: { A: { schema } } } } } },
            },
            responses: { 200: { headers: { B: { schema } }, content: { "text/csv": { schema } } } },
            callbacks: {
              moored: {
                "{$request.body#/url}": { post: { requestBody: { content: { "a/b": { schema } } } } },
              },
            },
          },
        },
      },
      components: {
        schemas: {
          Nested: {
            properties: { a: schema, nullable: schema, example: schema },
            additionalProperties: schema,
            items: schema,
            not: schema,
            allOf: [{ anyOf: [schema] }, { oneOf: [schema] }],
          },
        },
        parameters: { P: { name: "p", in: "query", schema } },
        headers: { H: { schema } },
        responses: { R: { content: { "a/b": { schema } } } },
        requestBodies: { B: { content: { "a/b": { schema } } } },
      },
      "x-error-schema": schema,
      "x-unmatched": { 404: { content: { "a/b": { schema } } } },
    });
    const result = upgradeDocument({ openapi: "3.0.3", ...document(from) });
    expect(result).toEqual({ openapi: "3.1.1", ...document(to) });
  });

  test("not in examples, defaults, enums and extensions, which hold anything", () => {
    const value = { type: "string", nullable: true, example: 1 };
    const schema = { default: value, enum: [value], "x-note": value };
    expect(upgraded(schema)).toEqual(schema);
    const media = { example: value, examples: { one: { value } }, schema: {} };
    const paths = { "/a": { get: { responses: { 200: { content: { "a/b": media } } } } } };
    expect(upgradeDocument({ openapi: "3.0.0", paths }).paths).toEqual(paths);
  });

  test("not in a document of 3.1, which isn't even copied", () => {
    const raw = { openapi: "3.1.0", paths: {}, components: { schemas: { A: { nullable: true } } } };
    expect(upgradeDocument(raw)).toBe(raw);
  });
});
