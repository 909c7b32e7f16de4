import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nothingFitsNotes } from "../../cli/inspect/nothing-fits.ts";
import { readDocument } from "../../server/document/read-document.ts";

function notesOf(schema: object, more: object = {}) {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Quay", version: "1" },
    paths: { "/quays": { get: { responses: { "204": { description: "None." } } } } },
    components: { schemas: { Quay: schema, ...more } },
  } as never);
  return nothingFitsNotes(document).map(({ pointer = "", message }) => [
    pointer.replace("#/components/schemas/", ""),
    /No value fits this schema: (.*)\. Correct one of the two\./.exec(message)?.[1],
  ]);
}

const closed = (name: string) => ({
  type: "object",
  properties: { [name]: {} },
  required: [name],
  additionalProperties: false,
});

const unevaluated = (name: string) => {
  const { additionalProperties: _, ...open } = closed(name);
  return { ...open, unevaluatedProperties: false };
};

test.each<[string, object, string]>([
  [
    "types",
    { allOf: [{ type: "object" }, { type: "string" }] },
    "it requires the types object and string at once",
  ],
  ["a constant", { type: "string", const: 4 }, "none of the values in `const` fits the rest of the schema"],
  [
    "an enum",
    { allOf: [{ enum: [1, 2] }, { minimum: 3 }] },
    "none of the values in `enum` fits the rest of the schema",
  ],
  ["bounds", { type: "number", minimum: 5, maximum: 3 }, "`minimum` 5 is above `maximum` 3"],
  [
    "exclusive bounds",
    { type: "number", exclusiveMinimum: 5, maximum: 5 },
    "no number is between `exclusiveMinimum` 5 and `maximum` 5",
  ],
  [
    "bounds of integers",
    { type: "integer", exclusiveMinimum: 1, exclusiveMaximum: 2 },
    "no integer is between `exclusiveMinimum` 1 and `exclusiveMaximum` 2",
  ],
  ["lengths", { type: "string", minLength: 2, maxLength: 1 }, "`minLength` 2 is above `maxLength` 1"],
  ["items", { type: "array", minItems: 2, maxItems: 1 }, "`minItems` 2 is above `maxItems` 1"],
  ["no item", { type: "array", minItems: 1, items: false }, "`minItems` is 1, and no item fits `items`"],
  ["contains", { type: "array", contains: false }, "no item fits `contains`"],
  [
    "properties",
    { type: "object", minProperties: 2, maxProperties: 1 },
    "`minProperties` 2 is above `maxProperties` 1",
  ],
  [
    "required properties",
    { type: "object", required: ["a", "b"], maxProperties: 1 },
    "`required` lists 2 properties, and `maxProperties` is 1",
  ],
  [
    "closed objects",
    { allOf: [closed("a"), closed("b")] },
    "it requires `a`, and `additionalProperties: false` without that property excludes it",
  ],
  [
    "objects closed by `unevaluatedProperties`",
    { allOf: [unevaluated("a"), unevaluated("b")] },
    "it requires `a`, and `unevaluatedProperties: false` without that property excludes it",
  ],
  [
    "a forbidden property",
    { type: "object", required: ["a"], properties: { a: false } },
    "it requires `a`, and no value fits that property",
  ],
  [
    "alternatives",
    { type: "string", oneOf: [{ type: "integer" }, { type: "object" }] },
    "no alternative of `oneOf` has values that fit the rest of the schema",
  ],
])("reports contradictory %s", (_, schema, reason) => {
  expect(notesOf(schema)).toEqual([["Quay", reason]]);
  expect(notesOf({ $ref: "#/components/schemas/Real" }, { Real: schema })).toEqual([["Real", reason]]);
});

test.each<[string, object]>([
  ["a forbidden property that isn't required", { type: "object", properties: { a: false, b: { not: {} } } }],
  ["a schema that fits other types", { minimum: 5, maximum: 3 }],
  ["null beside contradictory bounds", { type: ["integer", "null"], minimum: 5, maximum: 3 }],
  ["one fitting alternative", { type: "string", oneOf: [{ type: "integer" }, { minLength: 2 }] }],
  ["a number that is an integer", { allOf: [{ type: "number" }, { type: "integer" }] }],
  ["a condition that never holds", { if: { type: "string", minLength: 2, maxLength: 1 }, else: {} }],
  [
    "a property that requests omit",
    {
      allOf: [{ required: ["id"], properties: { id: { readOnly: true } } }, { additionalProperties: false }],
    },
  ],
  ["a property allowed by a pattern", { ...closed("a"), required: ["b"], patternProperties: { "^b$": {} } }],
  ["a property evaluated in a part", { allOf: [unevaluated("a")], unevaluatedProperties: false }],
  [
    "a property evaluated in an alternative",
    { type: "object", required: ["a"], anyOf: [{ properties: { a: {} } }], unevaluatedProperties: false },
  ],
  ["itself in a property", { type: "object", properties: { a: { $ref: "#/components/schemas/Quay" } } }],
])("doesn't report %s", (_, schema) => {
  expect(notesOf(schema)).toEqual([]);
});

test("another validator accepts no value for a schema that is reported", () => {
  const count = fc.integer({ min: 0, max: 3 });
  const leaf = fc.record(
    {
      type: fc.constantFrom("string", "integer", "number", "object", "array", ["object", "null"]),
      minimum: count,
      exclusiveMaximum: count,
      minLength: count,
      maxLength: count,
      minItems: count,
      maxItems: count,
      minProperties: count,
      maxProperties: count,
      required: fc.subarray(["a", "b"]),
      properties: fc.constantFrom({}, { a: false }, { a: { type: "integer" } }),
      additionalProperties: fc.constantFrom(false, {}),
      unevaluatedProperties: fc.constantFrom(false, {}),
      enum: fc.constantFrom([1, "a"], [{}, null], [[]]),
    },
    { requiredKeys: [] },
  );
  const choices = fc.array(leaf, { minLength: 1, maxLength: 2 });
  const schema = fc
    .tuple(leaf, fc.record({ allOf: choices, oneOf: choices, anyOf: choices }, { requiredKeys: [] }))
    .map(([own, more]) => ({ ...own, ...more }));
  const values = [
    null,
    0,
    1,
    2,
    0.5,
    3,
    "",
    "a",
    "aaa",
    [],
    [1],
    [1, 1, 1],
    {},
    { a: 1 },
    { b: 1 },
    { a: 1, b: 1 },
  ];
  fc.assert(
    fc.property(schema, (one) => {
      if (notesOf(one).every(([place]) => place !== "Quay")) return;
      const other = new Validator(one as never, "2020-12");
      expect(values.filter((value) => other.validate(value).valid)).toEqual([]);
    }),
    { numRuns: 200 },
  );
});
