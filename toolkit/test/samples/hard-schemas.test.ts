import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { simplest, Unreachable } from "../../testing/samples/values/arbitraries.ts";
import { createCompiler } from "../../testing/samples/values/values.ts";

const components = {
  Rope: {
    type: "object",
    required: ["metres"],
    properties: { metres: { type: "integer" }, spliced: { $ref: "#/components/schemas/Rope" } },
  },
};
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Ropes", version: "1" },
  paths: {},
  components: { schemas: components },
});
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const judge = (schema: Schema) =>
  new Validator({ ...schema, components: { schemas: components } } as object, "2020-12");

const text = (keywords: Schema): Schema => ({ type: "string", ...keywords });
const object = (properties: Record<string, Schema>, more: Schema = {}): Schema => ({
  type: "object",
  properties,
  ...more,
});

/** As a number of seconds would depend on the machine, the test only ends if the generator does. */
test.each<Schema>([
  text({ pattern: "^.$", maxLength: 1 }),
  text({ pattern: "[^ -~]" }),
  text({ pattern: "^[^\\x00-\\x7f]{3}$" }),
  text({ pattern: "^abc", minLength: 400 }),
  text({ pattern: "^([a-z]+-){2,}[a-z]+$", minLength: 60, maxLength: 61 }),
  text({ pattern: `^${"[ab]*".repeat(20)}$`, maxLength: 1 }),
  text({ pattern: "^(a|bb|c{5}){1,3}$", minLength: 12 }),
  text({ pattern: "^(?=.*\\d)(?=.*[A-Z])[A-Za-z0-9]{8,12}$" }),
  text({ pattern: "^[à-ÿ]+$" }),
  text({ pattern: "^\\p{Lu}\\p{Ll}{2,}$" }),
  text({ pattern: "^\\S+@\\S+\\.\\S+$", maxLength: 12 }),
  text({ pattern: "^(|x)$" }),
  text({ allOf: [{ pattern: "^a" }, { pattern: "z$" }], maxLength: 8 }),
  { contains: false, minContains: 0, type: "array" },
  { type: "array", contains: { const: 7 }, items: { type: "integer" } },
  { type: "array", prefixItems: [{ const: "a" }], contains: { const: 7 } },
  { type: "array", prefixItems: [{ const: "a" }, { not: {} }], minItems: 1 },
  { type: "array", prefixItems: [{ const: 1 }, { const: 2 }, { const: 3 }], maxItems: 2 },
  { type: "array", items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3, contains: { const: 2 } },
  { type: "array", items: { type: "integer" }, contains: { minimum: 5 }, minContains: 2, maxContains: 3 },
  {
    type: "array",
    items: { type: "object", required: ["kind", "amount"], properties: { amount: { type: "integer" } } },
    allOf: ["subtotal", "total"].map((kind) => ({
      contains: { properties: { kind: { const: kind } }, required: ["kind"] },
      minContains: 1,
      maxContains: 1,
    })),
  },
  object(
    { card: { type: "string" }, owner: { type: "string" } },
    { required: ["card"], dependentSchemas: { card: { required: ["owner"] } } },
  ),
  object(
    { card: { type: "string" }, owner: { type: "integer" } },
    { required: ["owner"], dependentSchemas: { card: false }, additionalProperties: false },
  ),
  object(
    { card: { type: "string" }, bank: { type: "string" } },
    {
      required: ["card"],
      dependentSchemas: {
        card: { dependentSchemas: { bank: { properties: { bank: { minLength: 9 } } } }, required: ["bank"] },
      },
    },
  ),
  object(Object.fromEntries([..."abcdefghijkl"].map((name) => [name, { type: "integer" }])), {
    required: ["a"],
    dependentSchemas: Object.fromEntries(
      [..."abcdefghijk"].map((name, n) => [name, { required: ["bcdefghijkl"[n]] }]),
    ),
  }),
  object({ rope: ref("Rope") }, { required: ["rope"] }),
  object(
    { a: { type: "string" } },
    { if: { properties: { a: false } }, else: { required: ["b"] }, minProperties: 1 },
  ),
  object({}, { propertyNames: { pattern: "^x-[a-z]{3}$" }, minProperties: 2 }),
  object(
    {},
    { patternProperties: { "^n\\d$": { type: "integer" } }, additionalProperties: false, minProperties: 3 },
  ),
  {
    oneOf: [
      { type: "integer", multipleOf: 3 },
      { type: "integer", multipleOf: 5 },
    ],
  },
  { type: "number", multipleOf: 0.01, exclusiveMinimum: 0, maximum: 0.02 },
  { type: ["string", "null"], not: { type: "string" } },
])("values of %j are valid to another validator", (schema) => {
  const closed = closeSchema(document, schema, "request");
  const values = fc.sample(createCompiler(closed).values(closed), { numRuns: 60, seed: 1 });
  const judged = judge(schema);
  // The text that JSON carries, since a property may be undefined.
  const wrong = values.filter((value) => !judged.validate(JSON.parse(JSON.stringify(value))).valid);
  expect(wrong).toEqual([]);
});

test.each<[Schema, string]>([
  [text({ pattern: "^.$", maxLength: 0 }), "no text matches ^.$ with 0 to 0 characters"],
  [text({ pattern: "^abc$", maxLength: 2 }), "no text matches ^abc$ with 0 to 2 characters"],
  [text({ pattern: "[^\\s\\S]" }), "no character is in [^\\s\\S]"],
  [text({ pattern: "^a{3}$", minLength: 4 }), "no text matches ^a{3}$ with 4 or more characters"],
  [text({ pattern: "(?!)" }), "the pattern (?!)"],
  [text({ minLength: 3, maxLength: 2 }), "maxLength is less than minLength"],
  [{ type: "array", contains: false }, "nothing was found"],
  [{ type: "array", items: false, minItems: 1 }, "no item can be made"],
  [{ allOf: [{ type: "object" }, { type: "string" }] }, "its schemas have no type in common"],
  [object({ a: { not: {} } }, { required: ["a"] }), "its schemas have no type in common"],
  [
    object({ a: {} }, { required: ["a"], dependentSchemas: { a: false } }),
    "its schemas have no type in common",
  ],
  [
    {
      allOf: Array.from({ length: 14 }, (_, n) => ({
        oneOf: [{ required: [`a${n}`] }, { required: [`b${n}`] }, { required: [`c${n}`] }],
      })),
      type: "object",
      maxProperties: 3,
    },
    "",
  ],
])("for %j, which nothing fits, the generator ends with a sentence", (schema, message) => {
  const closed = closeSchema(document, schema, "request");
  const values = () => createCompiler(closed).values(closed);
  expect(values).toThrow(Unreachable);
  expect(values).toThrow(message);
  expect(simplest(values)).toBeUndefined();
});

// Documents are read without such references; this is a second guard.
test.each<[string, Schema]>([
  ["allOf", { allOf: [{ $ref: "#/$defs/Knot" }] }],
  ["allOf twice", { allOf: [{ $ref: "#/$defs/Knot" }, { $ref: "#/$defs/Knot" }] }],
  ["anyOf", { anyOf: [{ $ref: "#/$defs/Knot" }, { $ref: "#/$defs/Knot" }, { type: "integer" }] }],
  ["not", { not: { $ref: "#/$defs/Knot" } }],
])("a schema that is a part of itself by %s ends with a sentence", (_, Knot) => {
  expect(() => createCompiler({ $defs: { Knot } }).values(Knot)).toThrow("never ends");
});
