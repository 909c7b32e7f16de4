import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";

/** Longer than the schemas that the validator inlines. */
const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: "string" }]));
const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const closed = (properties: object, required: string[] = []): Schema => ({
  type: "object",
  required,
  properties: { ...properties, ...long },
  additionalProperties: false,
});

const schemas: Record<string, Schema> = {
  Card: closed({ number: { type: "string" }, network: { default: "visa" } }, ["number"]),
  Bank: closed({ iban: { type: "string" }, country: { default: "DE" } }, ["iban"]),
  Nested: closed({ of: { $ref: "#/components/schemas/Either", default: { iban: "DE1" } } }),
  Plain: { type: "object" },
  Either: { oneOf: [to("Card"), to("Bank")] },
  Tree: { anyOf: [to("Branch"), to("Leaf")] },
  Branch: closed({ trees: { type: "array", items: to("Tree") }, kind: { default: "branch" } }, ["trees"]),
  Leaf: closed({ kind: { default: "leaf" }, colour: { type: "string" } }, ["colour"]),
};

function filled(schema: Schema, given: unknown): unknown {
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "", version: "" },
    paths: {},
    components: { schemas: { ...schemas, Given: schema } },
  });
  const { firstFault } = createSchemaCompiler(document, "request").compile({
    type: "object",
    properties: { value: schema },
  });
  const value = structuredClone({ value: given });
  const faults = firstFault(value);
  return faults ? faults.map(({ rule }) => rule) : value.value;
}

const card = closed({ number: { type: "string" }, network: { default: "visa" } }, ["number"]);
const bank = closed({ iban: { type: "string" }, country: { default: "DE" } }, ["iban"]);

test.each<[string, Schema, unknown, unknown]>([
  ["a reference, the second fits", to("Either"), { iban: "1" }, { iban: "1", country: "DE" }],
  ["a reference, the first fits", to("Either"), { number: "1" }, { number: "1", network: "visa" }],
  ["inline", { anyOf: [card, bank] }, { iban: "1" }, { iban: "1", country: "DE" }],
  ["of two that fit, the first", { anyOf: [{}, to("Card")] }, { number: "1" }, { number: "1" }],
  [
    "beside others",
    { anyOf: [card, bank], oneOf: [{ properties: { at: { default: 1 } }, required: ["number"] }, bank] },
    { iban: "1" },
    { iban: "1", country: "DE" },
  ],
  ["the default of a property", to("Nested"), {}, { of: { iban: "DE1", country: "DE" } }],
  [
    "a nested choice",
    to("Tree"),
    { trees: [{ colour: "red" }, { trees: [{ colour: "blue" }] }] },
    {
      kind: "branch",
      trees: [
        { colour: "red", kind: "leaf" },
        { kind: "branch", trees: [{ colour: "blue", kind: "leaf" }] },
      ],
    },
  ],
  [
    "nothing of keywords beside a reference",
    { anyOf: [{ ...to("Plain"), properties: { at: { default: 1 } }, required: ["x"] }, closed({ y: {} })] },
    { y: "1" },
    { y: "1" },
  ],
  ["nothing of a condition", { if: to("Card"), else: false }, { number: "1" }, { number: "1" }],
  ["nothing of a `not`", { not: to("Card") }, { iban: "1" }, { iban: "1" }],
  ["nothing of `contains`", { contains: to("Card") }, [{ number: "1" }], [{ number: "1" }]],
  [
    "with unevaluated properties",
    {
      anyOf: [{ properties: { a: { default: 1 } }, required: ["b"] }, { $ref: "#/components/schemas/Bank" }],
      unevaluatedProperties: false,
    },
    { iban: "1" },
    { iban: "1", country: "DE" },
  ],
])("fills in defaults of the alternative that fits: %s", (_, schema, given, expected) => {
  expect(filled(schema, given)).toEqual(expected);
});

test.each<[string, Schema, unknown, string]>([
  ["none fits", to("Either"), { colour: "red" }, "oneOf"],
  // The default of the first would invalidate the second.
  [
    "two fit",
    { oneOf: [{ properties: { kind: { default: "a" } } }, { properties: { kind: { const: "b" } } }] },
    {},
    "oneOf",
  ],
])("refuses the same as without defaults: %s", (_, schema, given, rule) => {
  expect(filled(schema, given)).toContain(rule);
});
