import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readDocument, type Schema } from "../../../server/http/document.ts";
import { closeSchema } from "../../helpers/closed-schema.ts";
import { substitute } from "./known.ts";
import { brokenKeyword, negatives } from "./negatives.ts";
import { Unreachable } from "./satisfying.ts";
import { createCompiler } from "./values.ts";

/** As `at keyword`, what can be broken; each must be found, and nothing else. */
const cases: [title: string, schema: Schema, broken: string[]][] = [
  ["a text", { type: "string" }, ["type"]],
  ["a number", { type: "number" }, ["type"]],
  ["a yes or no", { type: "boolean" }, ["type"]],
  ["nothing", { type: "null" }, ["type"]],
  ["several types", { type: ["string", "null"], maxLength: 3 }, ["type", "maxLength"]],
  ["bounds of an integer", { type: "integer", minimum: 1, maximum: 999 }, ["type", "minimum", "maximum"]],
  ["bounds of a number", { type: "number", minimum: -0.5, maximum: 0.5 }, ["type", "minimum", "maximum"]],
  [
    "open bounds of a number",
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ["type", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  [
    "open bounds of an integer",
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 3 },
    ["type", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  ["a far integer", { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER }, ["type", "minimum", "maximum"]],
  ["steps", { type: "integer", minimum: 10, multipleOf: 5 }, ["type", "minimum", "multipleOf"]],
  ["steps of a tenth", { type: "number", multipleOf: 0.1, maximum: 2 }, ["type", "multipleOf", "maximum"]],
  ["int32", { type: "integer", format: "int32" }, ["type", "format"]],
  ["lengths", { type: "string", minLength: 2, maxLength: 5 }, ["type", "minLength", "maxLength"]],
  ["a long text", { type: "string", maxLength: 8192 }, ["type", "maxLength"]],
  [
    "a pattern between lengths",
    { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 6 },
    ["type", "pattern", "minLength", "maxLength"],
  ],
  ["a pattern that isn't anchored", { type: "string", pattern: "\\d{2}" }, ["type", "pattern"]],
  ...["date-time", "date", "time", "duration", "email", "hostname", "ipv4", "ipv6", "uri", "uuid", "byte"].map(
    (format): [string, Schema, string[]] => [format, { type: "string", format }, ["type", "format"]],
  ),
  ["an unknown format", { type: "string", format: "plate" }, ["type"]],
  ["an enum", { enum: ["a", "b"] }, ["enum"]],
  ["an enum with null", { type: ["string", "null"], enum: ["month", "year", null] }, ["enum"]],
  ["an enum of numbers", { type: "integer", enum: [1, 2] }, ["enum"]],
  ["a constant", { const: "v1" }, ["const"]],
  [
    "a list",
    { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 3 },
    ["type", "minItems", "maxItems", "/* type"],
  ],
  ["a list without a bound", { type: "array", items: { type: "string" } }, ["type", "/* type"]],
  [
    "a list without twins",
    { type: "array", items: { type: "integer", minimum: 0, maximum: 9 }, uniqueItems: true, minItems: 2 },
    ["type", "minItems", "uniqueItems", "/* type", "/* minimum", "/* maximum"],
  ],
  [
    "a tuple",
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 2 },
    ["type", "minItems", "/0 type", "/* type"],
  ],
  [
    "a list with a certain item",
    { type: "array", items: { type: "integer" }, contains: { minimum: 10 } },
    ["type", "contains", "/* type"],
  ],
  [
    "an object",
    { type: "object", required: ["a"], properties: { a: { type: "integer" }, b: { type: "string" } } },
    ["type", "/a required", "/a type", "/b type"],
  ],
  [
    "an object that is closed",
    { type: "object", additionalProperties: false, properties: { a: { type: "integer" } } },
    ["type", "additionalProperties", "/a type"],
  ],
  ["an empty object that is closed", { type: "object", additionalProperties: false }, ["type", "additionalProperties"]],
  ["a map", { type: "object", additionalProperties: { type: "boolean" } }, ["type", "/* type"]],
  [
    "a map of few",
    { type: "object", additionalProperties: { type: "integer" }, minProperties: 1, maxProperties: 3 },
    ["type", "minProperties", "maxProperties", "/* type"],
  ],
  [
    "one of several properties",
    {
      type: "object",
      minProperties: 1,
      maxProperties: 1,
      additionalProperties: false,
      properties: { a: { type: "integer" }, b: { type: "integer" } },
    },
    ["type", "minProperties", "maxProperties", "additionalProperties", "/a type", "/b type"].filter(
      // A stranger beside the one property would be one too many.
      (word) => word !== "additionalProperties",
    ),
  ],
  [
    "named by a pattern",
    { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: { type: "integer" } },
    ["type", "propertyNames", "/* type"],
  ],
  [
    "properties by their names",
    { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    ["type", "additionalProperties"],
  ],
  [
    "a property that needs another",
    {
      type: "object",
      properties: { card: { type: "string" }, address: { type: "string" } },
      dependentRequired: { card: ["address"] },
    },
    ["type", "/card type", "/address type", "/card dependentRequired"],
  ],
  [
    "objects within objects",
    {
      type: "object",
      properties: {
        lines: {
          type: "array",
          items: { type: "object", required: ["n"], properties: { n: { type: "integer", minimum: 1 } } },
        },
      },
    },
    ["type", "/lines type", "/lines/* type", "/lines/*/n required", "/lines/*/n type", "/lines/*/n minimum"],
  ],
  [
    "all of several",
    {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 1 } } },
        { type: "object", required: ["b"], properties: { a: { maximum: 5 }, b: { type: "string" } } },
      ],
    },
    ["type", "/a required", "/b required", "/a type", "/a minimum", "/a maximum", "/b type"],
  ],
  ["one of two", { oneOf: [{ type: "integer", minimum: 0 }, { type: "string" }] }, ["oneOf"]],
  [
    "one of two that overlap",
    {
      oneOf: [
        { type: "integer", multipleOf: 3 },
        { type: "integer", multipleOf: 5 },
      ],
    },
    ["oneOf"],
  ],
  ["any of two", { anyOf: [{ type: "integer" }, { type: "string", maxLength: 3 }] }, ["anyOf"]],
  ["not that", { type: "string", not: { const: "admin" } }, ["type", "not"]],
  [
    "on a condition",
    {
      type: "object",
      required: ["kind"],
      properties: { kind: { enum: ["a", "b"] }, size: { type: "integer" } },
      if: { properties: { kind: { const: "a" } } },
      // biome-ignore lint/suspicious/noThenProperty: that is the keyword.
      then: { required: ["size"] },
      else: { properties: { size: { maximum: 3 } } },
    },
    ["type", "/kind required", "/kind enum", "/size type", "if"],
  ],
  [
    "closed around its parts",
    { allOf: [{ type: "object", properties: { a: { type: "integer" } } }], unevaluatedProperties: false },
    ["type", "unevaluatedProperties", "/a type"],
  ],
];

const ajv = new Ajv2020.default({ strict: false, allErrors: true });
addFormats.default(ajv);

function closed(schema: Schema, { openapi = "3.1.0", schemas = {} } = {}) {
  const document = readDocument({ openapi, paths: {}, components: { schemas } });
  return closeSchema(document, schema, "request");
}

function check(schema: Schema, compilerOf = closed(schema)): string[] {
  const compiler = createCompiler(compilerOf);
  const isValid = ajv.compile(compilerOf);
  fc.assert(
    fc.property(compiler.values(compilerOf), (value) => isValid(value)),
    { numRuns: 150, seed: 3 },
  );
  const { reached } = negatives(compiler, compilerOf);
  for (const { arbitrary, keyword } of reached) {
    fc.assert(
      fc.property(arbitrary, ({ valid, broken }) => {
        expect(isValid(valid), JSON.stringify(valid)).toBe(true);
        expect(isValid(broken), JSON.stringify(broken)).toBe(false);
        expect(brokenKeyword(isValid.errors ?? [])).toBe(keyword);
      }),
      { numRuns: 40, seed: 3 },
    );
  }
  return reached.map(({ at, keyword }) => `${at} ${keyword}`.trim());
}

describe("what is made is valid, and what is broken is broken in one keyword", () => {
  test.each(cases)("%s", (_, schema, broken) => {
    expect(check(schema).sort()).toEqual([...broken].sort());
  });
});
