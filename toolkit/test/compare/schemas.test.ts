import { describe, expect, test } from "vitest";
import { contractChanges } from "../../cli/compare/contract-changes.ts";
import { contractsOf } from "../../cli/compare/operations/contracts.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { bodyDocument } from "./body-document.ts";
import { condition } from "./condition.ts";

type Json = object | boolean;

const text = { type: "string" };
const whole = { type: "integer" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
const list = (more: object) => ({ type: "array", ...more });
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

/** How a change of a body's schema is rated, by direction: `✗` before a break, `!` before a warning. */
function rated(before: Json, after: Json, components: [object, object?] = [{}]): Record<string, string[]> {
  const [was, is = was] = components;
  const rate = (direction: "request" | "response") => {
    const documents = [bodyDocument(direction, before, was), bodyDocument(direction, after, is)] as const;
    const changes = contractChanges(contractsOf(readDocument(documents[0]), readDocument(documents[1])));
    return changes.map(({ severity, rule }) => `${severity === "error" ? "✗" : "!"} ${rule}`);
  };
  return { request: rate("request"), response: rate("response") };
}

const constraint = "✗ schema-constraint-changed";
const type = "✗ schema-type-changed";

describe("a request accepts less, or a response may contain more", () => {
  test.each<[string, Json, Json, { request?: string[]; response?: string[] }]>([
    [
      "tuple items swap places",
      list({ prefixItems: [text, whole] }),
      list({ prefixItems: [whole, text] }),
      { request: [type, type], response: [type, type] },
    ],
    [
      "one more item is described in an open list",
      list({ prefixItems: [text] }),
      list({ prefixItems: [text, whole] }),
      { request: [type] },
    ],
    [
      "a closed list may be longer",
      list({ prefixItems: [text], items: false }),
      list({ prefixItems: [text, whole], items: false }),
      { response: [constraint] },
    ],
    [
      "a property becomes forbidden",
      object({ a: text }),
      object({ a: false }),
      { request: ["✗ property-removed"], response: ["✗ property-removed"] },
    ],
    [
      "properties of a pattern become shorter",
      object({}, { patternProperties: { "^x": text } }),
      object({}, { patternProperties: { "^x": { ...text, maxLength: 3 } } }),
      { request: [constraint] },
    ],
    [
      "properties of a pattern are added to an open object",
      object({}),
      object({}, { patternProperties: { "^x": text } }),
      { request: [type] },
    ],
    [
      "a property requires another",
      object({ a: text, b: text }),
      object({ a: text, b: text }, { dependentRequired: { a: ["b"] } }),
      { request: [constraint] },
    ],
    [
      "a property no longer requires another",
      object({ a: text, b: text }, { dependentRequired: { a: ["b"] } }),
      object({ a: text, b: text }),
      { response: [constraint] },
    ],
    [
      "a property requires a schema",
      object({ a: text }),
      object({ a: text }, { dependentSchemas: { a: { required: ["b"] } } }),
      { request: [constraint] },
    ],
    [
      "more items must match",
      list({ contains: text }),
      list({ contains: text, minContains: 2 }),
      { request: [constraint] },
    ],
    [
      "fewer items may match",
      list({ contains: text, maxContains: 3 }),
      list({ contains: text, maxContains: 2 }),
      { request: [constraint] },
    ],
    ["an item must match", list({}), list({ contains: text }), { request: [constraint] }],
    [
      "the schema that must match becomes wider",
      list({ contains: { ...text, minLength: 2 } }),
      list({ contains: text }),
      { response: [constraint] },
    ],
    [
      "more is excluded",
      { ...text, not: { enum: ["a"] } },
      { ...text, not: { enum: ["a", "b"] } },
      { request: [constraint] },
    ],
    [
      "less is excluded",
      { ...text, not: { enum: ["a", "b"] } },
      { ...text, not: { enum: ["a"] } },
      { response: [constraint] },
    ],
    ["something is excluded", text, { ...text, not: { const: "q" } }, { request: [constraint] }],
    [
      "an excluded object becomes wider",
      { not: object({ a: text, b: text }, { required: ["a", "b"] }) },
      { not: object({ a: text }, { required: ["a"] }) },
      { request: [constraint] },
    ],
    ["an enum is removed", { enum: ["a", "b"] }, {}, { response: ["✗ response-schema-removed"] }],
    ["a text's enum is removed", { ...text, enum: ["a", "b"] }, text, { response: [constraint] }],
    ["an enum is added", text, { ...text, enum: ["a", "b"] }, { request: [constraint] }],
    ["an enum gains a value", { enum: ["a"] }, { enum: ["a", "b"] }, { response: ["! enum-values-added"] }],
    ["an enum loses a value", { enum: ["a", "b"] }, { enum: ["a"] }, { request: ["✗ enum-values-removed"] }],
    [
      "a constant changes",
      { const: "a" },
      { const: "b" },
      { request: ["✗ enum-values-removed"], response: [constraint] },
    ],
    ["true becomes any boolean", { const: true }, { type: "boolean" }, { response: ["! enum-values-added"] }],
    [
      "int32 becomes int64",
      { ...whole, format: "int32" },
      { ...whole, format: "int64" },
      { response: [constraint, constraint] },
    ],
    [
      "int64 becomes int32",
      { ...whole, format: "int64" },
      { ...whole, format: "int32" },
      { request: [constraint, constraint] },
    ],
    ["an integer becomes a number", whole, { type: "number" }, { response: [type] }],
    [
      "a multiple is larger",
      { type: "number", multipleOf: 0.01 },
      { type: "number", multipleOf: 0.1 },
      { request: [constraint] },
    ],
    [
      "a multiple isn't one of the old",
      { type: "number", multipleOf: 0.1 },
      { type: "number", multipleOf: 0.15 },
      { request: [constraint], response: [constraint] },
    ],
    [
      "a bound becomes exclusive",
      { type: "number", minimum: 0 },
      { type: "number", exclusiveMinimum: 0 },
      { request: [constraint] },
    ],
    ["null becomes allowed", text, { type: ["string", "null"] }, { response: [type] }],
    ["an alternative is added", { oneOf: [text] }, { oneOf: [text, whole] }, { response: [type] }],
    [
      "alternatives become exclusive",
      { anyOf: [text, { maxLength: 3 }] },
      { oneOf: [text, { maxLength: 3 }] },
      { request: ["✗ schema-combinator-changed"] },
    ],
    [
      "a condition is added",
      object({ a: text, b: text }),
      object({ a: text, b: text }, condition({ required: ["a"] }, { required: ["b"] })),
      { request: ["✗ required-properties-added"] },
    ],
    [
      "the format changes",
      { ...text, format: "date-time" },
      { ...text, format: "date" },
      { request: [constraint], response: [constraint] },
    ],
    [
      "the pattern changes",
      { ...text, pattern: "^a+$" },
      { ...text, pattern: "^b+$" },
      { request: [constraint], response: [constraint] },
    ],
    [
      "the values of a map change",
      object({}, { additionalProperties: text }),
      object({}, { additionalProperties: whole }),
      { request: [type], response: [type] },
    ],
    [
      "a map gets a property that its values can't have",
      object({}, { additionalProperties: text }),
      object({ a: whole }, { additionalProperties: text }),
      { request: [type], response: [type] },
    ],
    [
      "names must be shorter",
      object({}, { propertyNames: { maxLength: 5 } }),
      object({}, { propertyNames: { maxLength: 3 } }),
      { request: [constraint] },
    ],
    [
      "a closed object gets a property",
      object({}, { additionalProperties: false }),
      object({ a: text }, { additionalProperties: false }),
      { response: [constraint] },
    ],
    [
      "an object closed over its parts becomes open",
      { allOf: [object({ a: text })], unevaluatedProperties: false },
      { allOf: [object({ a: text })] },
      { response: [constraint] },
    ],
    [
      "items must be unique",
      list({ items: text }),
      list({ items: text, uniqueItems: true }),
      { request: [constraint] },
    ],
  ])("when %s", (_, before, after, { request = [], response = [] }) => {
    expect(rated(before, after)).toEqual({ request, response });
  });

  test("in a schema that refers to itself, once", () => {
    const tree = (value: object) => ({ Tree: object({ value, children: list({ items: ref("Tree") }) }) });
    expect(rated(ref("Tree"), ref("Tree"), [tree(text), tree({ ...text, maxLength: 2 })])).toEqual({
      request: [constraint],
      response: [],
    });
  });

  test("in one of several alternatives", () => {
    const animals = (name: object) => ({
      Cat: object({ kind: { const: "cat" }, name }, { required: ["kind"] }),
      Dog: object({ kind: { const: "dog" } }, { required: ["kind"] }),
    });
    const either = { oneOf: [ref("Cat"), ref("Dog")] };
    expect(rated(either, either, [animals(text), animals({ ...text, maxLength: 9 })])).toEqual({
      request: [constraint],
      response: [],
    });
  });

  test("when a component whose name is a discriminator value is renamed", () => {
    const tagged = object({ kind: text }, { required: ["kind"] });
    const either = (name: string, mapping?: object) => ({
      oneOf: [ref(name), ref("Dog")],
      discriminator: { propertyName: "kind", ...(mapping && { mapping }) },
    });
    const components: [object, object] = [
      { Cat: tagged, Dog: tagged },
      { Feline: tagged, Dog: tagged },
    ];
    expect(rated(either("Cat"), either("Feline"), components)).toEqual({
      request: ["✗ schema-combinator-changed"],
      response: ["✗ schema-combinator-changed"],
    });
    const mapping = { Cat: "#/components/schemas/Feline", Dog: "#/components/schemas/Dog" };
    expect(rated(either("Cat"), either("Feline", mapping), components)).toEqual({
      request: [],
      response: [],
    });
  });

  test("in an alternative that is mapped to a number", () => {
    const kinds = (name: object) => ({
      Cat: object({ kind: whole, name }, { required: ["kind"] }),
      Dog: object({ kind: whole }, { required: ["kind"] }),
    });
    const mapping = { 1: "#/components/schemas/Cat", 2: "#/components/schemas/Dog" };
    const either = { oneOf: [ref("Cat"), ref("Dog")], discriminator: { propertyName: "kind", mapping } };
    expect(rated(either, either, [kinds(text), kinds({ ...text, maxLength: 9 })])).toEqual({
      request: [constraint],
      response: [],
    });
  });

  test("when a component that extends a discriminated one is renamed", () => {
    const pet = object({ kind: text }, { required: ["kind"], discriminator: { propertyName: "kind" } });
    const cat = { allOf: [ref("Pet"), object({ lives: whole })] };
    const components: [object, object] = [
      { Pet: pet, Cat: cat },
      { Pet: pet, Feline: cat },
    ];
    expect(rated(ref("Pet"), ref("Pet"), components)).toEqual({
      request: ["✗ discriminator-changed"],
      response: ["✗ discriminator-changed"],
    });
    const mapping = { Cat: "#/components/schemas/Feline" };
    const mapped = { ...pet, discriminator: { propertyName: "kind", mapping } };
    expect(rated(ref("Pet"), ref("Pet"), [components[0], { Pet: mapped, Feline: cat }])).toEqual({
      request: [],
      response: [],
    });
  });
});

describe("no difference", () => {
  test.each<[string, Json, Json]>([
    ["a constant is written as an enum", { const: "a" }, { enum: ["a"] }],
    ["an enum is written as constants", { enum: ["a", "b"] }, { oneOf: [{ const: "a" }, { const: "b" }] }],
    ["a boolean's values are listed", { type: "boolean" }, { enum: [true, false] }],
    [
      "the parts of allOf are merged",
      { allOf: [object({ a: text }, { required: ["a"] }), object({ b: whole })] },
      object({ a: text, b: whole }, { required: ["a"] }),
    ],
    [
      "null becomes an alternative",
      { type: ["string", "null"], maxLength: 3 },
      { anyOf: [{ type: "string", maxLength: 3 }, { type: "null" }] },
    ],
    ["types become alternatives", { type: ["string", "integer"] }, { anyOf: [text, whole] }],
    [
      "defaults are written out",
      list({ items: text, contains: text }),
      list({ items: text, minItems: 0, uniqueItems: false, contains: text, minContains: 1 }),
    ],
    [
      "an open object is declared as open",
      object({ a: text }),
      object({ a: text }, { additionalProperties: true, required: [], minProperties: 0 }),
    ],
    ["a bound of integers is exclusive", { ...whole, minimum: 1 }, { ...whole, exclusiveMinimum: 0 }],
    ["an integer is a multiple of one", whole, { type: "number", multipleOf: 1 }],
    [
      "bounds are those of int32",
      { ...whole, format: "int32" },
      { ...whole, minimum: -2147483648, maximum: 2147483647 },
    ],
    [
      "a closed object is closed over its parts",
      { allOf: [object({ a: text })], unevaluatedProperties: false },
      object({ a: text }, { additionalProperties: false }),
    ],
    [
      "bytes are written as in OpenAPI 3.1",
      { type: "string", format: "binary" },
      { contentMediaType: "application/octet-stream" },
    ],
    [
      "base64 is written as in OpenAPI 3.1",
      { type: "string", format: "byte" },
      { type: "string", contentEncoding: "base64" },
    ],
    ["an optional property of an open object is new", object({ a: text }), object({ a: text, b: whole })],
    [
      "descriptions change",
      { ...text, description: "One.", title: "A" },
      { ...text, examples: ["a"], deprecated: true },
    ],
    [
      "a condition is unchanged",
      object({}, condition({ required: ["a"] }, { required: ["b"] })),
      object({}, condition({ required: ["a"] }, { required: ["b"] }, { else: true })),
    ],
  ])("when %s", (_, before, after) => {
    expect(rated(before, after)).toEqual({ request: [], response: [] });
  });

  test("when an alternative's name is part of a name in the other document", () => {
    const tree = (name: string) => ({
      [name]: object({ value: text, children: list({ items: ref(name) }) }),
    });
    expect(rated(ref("Tree"), { allOf: [ref("Node")] }, [tree("Tree"), tree("Node")])).toEqual({
      request: [],
      response: [],
    });
  });

  test("when nullable of OpenAPI 3.0 is written as in 3.1", () => {
    const old = { ...bodyDocument("response", { type: "string", nullable: true }), openapi: "3.0.3" };
    const now = bodyDocument("response", { type: ["string", "null"] });
    expect(contractChanges(contractsOf(readDocument(old), readDocument(now)))).toEqual([]);
    expect(contractChanges(contractsOf(readDocument(now), readDocument(old)))).toEqual([]);
  });
});

test("an undecidable change is a warning that says so", () => {
  const changes = contractChanges(
    contractsOf(
      readDocument(bodyDocument("request", { type: "string", pattern: "^a+$" })),
      readDocument(bodyDocument("request", { type: "string", pattern: "^aa*$" })),
    ),
  );
  expect(changes).toEqual([
    expect.objectContaining({
      severity: "warning",
      rule: "undecided",
      message: expect.stringContaining("couldn't be decided"),
    }),
  ]);
});

test("a break that was found by an example names the example", () => {
  const changes = contractChanges(
    contractsOf(
      readDocument(bodyDocument("request", { type: "string", pattern: "^[ab]$" })),
      readDocument(bodyDocument("request", { type: "string", pattern: "^[a]$" })),
    ),
  );
  expect(changes[0]?.message).toMatch(/An example of what no longer fits: "b"$/);
});
