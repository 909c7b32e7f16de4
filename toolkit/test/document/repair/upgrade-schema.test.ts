import { describe, expect, test } from "vitest";
import { repairDocument } from "../../../server/document/repair/repair-document.ts";

function repaired(schema: object, openapi = "3.0.3") {
  const info = { title: "Harbour", version: "1.0.0" };
  const { raw, notes } = repairDocument({
    openapi,
    info,
    paths: {},
    components: { schemas: { Berth: schema, Ship: {} } },
  });
  return { schema: raw.components.schemas.Berth as unknown, notes };
}

describe("a schema of OpenAPI 3.0, upgraded to 3.1", () => {
  const ship = { $ref: "#/components/schemas/Ship" };

  test.each<[string, object, object]>([
    ["nullable beside a type", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["nullable: false", { type: "string", nullable: false }, { type: "string" }],
    [
      "nullable beside a type and an enum",
      { type: "string", enum: ["dry", "wet"], nullable: true },
      { type: ["string", "null"], enum: ["dry", "wet", null] },
    ],
    [
      "nullable beside an enum that already has null",
      { type: "string", enum: ["dry", null], nullable: true },
      { type: ["string", "null"], enum: ["dry", null] },
    ],
    [
      "nullable on a reference through allOf, with its annotations",
      { nullable: true, allOf: [ship], readOnly: true, description: "Who lies here." },
      { readOnly: true, description: "Who lies here.", anyOf: [{ allOf: [ship] }, { type: "null" }] },
    ],
    [
      "nullable beside alternatives",
      { nullable: true, oneOf: [ship], discriminator: { propertyName: "kind" } },
      {
        anyOf: [{ oneOf: [ship], discriminator: { propertyName: "kind" } }, { type: "null" }],
      },
    ],
    ["nullable on a schema that allows null anyway", { nullable: true, minLength: 2 }, { minLength: 2 }],
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
    ["keywords beside a reference", { ...ship, description: "Ignored in 3.0.", nullable: true }, ship],
    ["bytes", { type: "string", format: "binary" }, { type: "string", format: "binary" }],
  ])("%s", (_, schema, expected) => {
    expect(repaired(schema).schema).toEqual(expected);
  });

  test("everywhere a schema can be", () => {
    const from = { type: "string", nullable: true };
    const to = { type: ["string", "null"] };
    const document = (schema: object) => ({
      info: { title: "Harbour", version: "1.0.0" },
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
    const { raw } = repairDocument({ openapi: "3.0.3", ...document(from) });
    expect(raw).toEqual({ openapi: "3.1.1", ...document(to) });
  });

  test("not in examples, defaults, enums and extensions, which are data", () => {
    const value = { type: "string", nullable: true, example: 1 };
    const schema = { default: value, enum: [value], "x-note": value };
    expect(repaired(schema)).toEqual({ schema, notes: [] });
    const media = { example: value, examples: { one: { value } }, schema: {} };
    const paths = { "/a": { get: { responses: { 200: { content: { "a/b": media } } } } } };
    expect(repairDocument({ openapi: "3.0.0", paths }).raw.paths).toEqual(paths);
  });
});

describe("keywords of 3.0 in a schema of 3.1 work, and are reported", () => {
  test.each<[object, object, string, RegExp]>([
    [{ type: "string", nullable: true }, { type: ["string", "null"] }, "nullable", /Add "null" to `type`/],
    [{ nullable: false }, {}, "nullable", /Leave it out/],
    [
      { type: "integer", minimum: 1, exclusiveMinimum: true },
      { type: "integer", exclusiveMinimum: 1 },
      "exclusiveMinimum",
      /Write `exclusiveMinimum: 1` without `minimum`/,
    ],
    [{ maximum: 1, exclusiveMaximum: false }, { maximum: 1 }, "exclusiveMaximum", /Leave it out/],
  ])("%j", (given, expected, keyword, message) => {
    const { schema, notes } = repaired(given, "3.1.0");
    expect(schema).toEqual(expected);
    expect(notes).toEqual([
      {
        severity: "warning",
        pointer: `#/components/schemas/Berth/${keyword}`,
        message: expect.stringMatching(message),
      },
    ]);
  });

  test("a schema without them isn't copied", () => {
    const schema = { type: "object", properties: { a: { type: ["string", "null"], example: "x" } } };
    expect(repaired(schema, "3.1.0").schema).toBe(schema);
  });
});
