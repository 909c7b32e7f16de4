import { describe, expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { schemaFaults } from "../../testing/judge/document/schema-faults.ts";
import { faultText } from "../../testing/judge/document/worded-faults.ts";

function faultsOf(
  schema: object,
  value: unknown,
  { openapi = "3.1.0", direction = "response" as const } = {},
) {
  const document = readDocument({
    openapi,
    info: { title: "Tides", version: "1.0.0" },
    paths: {
      "/tides": {
        get: {
          operationId: "getTide",
          responses: { "200": { description: "A tide.", content: { "application/json": { schema } } } },
        },
      },
    },
    components: {
      schemas: { Tree: { type: "object", properties: { next: ref("Tree") }, required: ["id"] } },
    },
  });
  const media = document.operations[0]?.responses["200"]?.content["application/json"];
  return faultText(schemaFaults(document, direction)(media?.schema as Schema, value));
}

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const secret = { secret: { type: "string", writeOnly: true } };

describe("a valid value has no faults:", () => {
  test.each<[string, object, unknown, string?]>([
    ["null where OpenAPI 3.0 has nullable", { type: "string", nullable: true }, null, "3.0.3"],
    ["a number above a bound of OpenAPI 3.0", { minimum: 1, exclusiveMinimum: true }, 2, "3.0.3"],
    [
      "without a required writeOnly property",
      { type: "object", properties: secret, required: ["secret"] },
      {},
    ],
    ["one that allOf marks", { allOf: [{ properties: secret }, { required: ["secret"] }] }, {}],
    ["an int64 as text", { type: "string", format: "int64" }, "9007199254740993"],
    ["bytes as text", { type: "string", format: "binary", maxLength: 1 }, "abc"],
    ["a pattern that needs JavaScript without u", { type: "string", pattern: "^[\\w-.]+$" }, "a-b.c"],
    [
      "a name whose pattern needs it",
      { patternProperties: { "^[\\w-.]+$": {} }, additionalProperties: false },
      { "a-b": 1 },
    ],
    ["a list that is too long to be compared", { type: "array", uniqueItems: true }, Array(1001).fill(1)],
    ["then without if", { type: "array", uniqueItems: true, else: false }, [1]],
    [
      "a name whose pattern takes years",
      { patternProperties: { "^(a+)+$": false }, additionalProperties: { type: "integer" } },
      { [`${"a".repeat(60)}!`]: "1" },
    ],
    ["an unknown format", { type: "string", format: "plate" }, "?"],
  ])("%s", (_, schema, value, openapi) => {
    expect(faultsOf(schema, value, { ...(openapi !== undefined && { openapi }) })).toBe("");
  });
});

describe("the faults of a value are described:", () => {
  test.each<[string, object, unknown, string, string?]>([
    ["a bound of OpenAPI 3.0", { minimum: 1, exclusiveMinimum: true }, 1, "it must be > 1", "3.0.3"],
    ["a property of a recursive schema", ref("Tree"), { id: 1, next: {} }, "it/next/id is missing"],
    ["a name with a slash", { required: ["a/b"] }, {}, "it/a~1b is missing"],
    [
      "a name like $ref",
      { properties: { $ref: { maxLength: 1 } } },
      { $ref: "ab" },
      "it/$ref must NOT have more than 1 characters",
    ],
    ["an inherited name", { required: ["constructor"] }, {}, "it/constructor is missing"],
    ["a format", { type: "string", format: "date" }, "2026-02-30", 'it must match format "date"'],
    ["int32", { type: "integer", format: "int32" }, 2 ** 31, "it must be <= 2147483647"],
    [
      "a pattern beside a format",
      { format: "uuid", pattern: "^a" },
      "b",
      'it must match format "uuid", it must match pattern "^a"',
    ],
    ["an item that isn't unique", { uniqueItems: true }, [1, 1], "it must NOT have duplicate items"],
    [
      "a property that isn't known",
      { unevaluatedProperties: false },
      { "ä b": 1 },
      "it/ä b is not a known property",
    ],
    [
      "no alternative",
      { oneOf: [{ type: "string" }, { type: "null" }] },
      1,
      "it must match exactly one schema in oneOf, it must be string, it must be null",
    ],
    ["text instead of bytes", { type: "string", format: "binary" }, 1, "it must be string"],
  ])("%s", (_, schema, value, text, openapi) => {
    expect(faultsOf(schema, value, { ...(openapi !== undefined && { openapi }) })).toBe(text);
  });
});
