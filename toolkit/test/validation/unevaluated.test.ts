import { describe, expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { compileSchema } from "../../server/validation/schemas/compile-schema.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";

const subject = { $ref: "#/components/schemas/Subject" };

function documentOf(Subject: Schema, schemas: Record<string, Schema> = {}) {
  const info = { title: "Harbour", version: "1" };
  return readDocument({
    openapi: "3.1.1",
    info,
    paths: {},
    components: { schemas: { Subject, ...schemas } },
  });
}

const property = (name: string, schema: unknown = true) => ({ properties: { [name]: schema } });
const closed = { unevaluatedProperties: false };
const ended = { unevaluatedItems: false };
// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
const then = (schema: unknown) => ({ then: schema });

const cases: [what: string, schema: Schema, valid: unknown[], invalid: unknown[]][] = [
  [
    "items that `contains` matches",
    { contains: { type: "string" }, ...ended },
    [["a"], ["a", "b"]],
    [["a", 1], [1]],
  ],
  [
    "those of a part's `contains`",
    { allOf: [{ contains: { multipleOf: 2 } }, { contains: { multipleOf: 3 } }], ...ended },
    [[2, 3], [6]],
    [[2, 3, 5], [2]],
  ],
  [
    "those of `contains` with `minContains: 0`",
    { contains: { const: 1 }, minContains: 0, ...ended },
    [[], [1, 1]],
    [[1, 2]],
  ],
  [
    "items after a prefix that `contains` matches",
    {
      prefixItems: [{ type: "string" }],
      contains: { type: "number" },
      unevaluatedItems: { type: "boolean" },
    },
    [
      ["a", 1, true],
      ["a", 1, 2],
    ],
    [["a", 1, "b"]],
  ],
  [
    "`items` of the fitting alternative",
    { anyOf: [{ items: { type: "string" } }, { items: { type: "number" }, minItems: 1 }, true], ...ended },
    [["a"], [1], []],
    [["a", 1]],
  ],
  [
    "prefixes of two lengths in `oneOf`",
    { oneOf: [{ prefixItems: [{ const: 1 }] }, { prefixItems: [{ const: 2 }, true] }], ...ended },
    [[1], [2, 3]],
    [
      [1, 3],
      [2, 3, 4],
    ],
  ],
  [
    "properties of an `if` without `then`",
    { if: { ...property("kind", { const: "boat" }), required: ["kind"] }, ...closed },
    [{ kind: "boat" }, {}],
    [{ kind: "car" }, { kind: "boat", size: 1 }],
  ],
  [
    "properties of an `else` alone",
    { if: { ...property("a"), required: ["a"] }, else: property("b"), ...closed },
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, b: 1 }, { c: 1 }],
  ],
  [
    "properties of `then`",
    { if: { required: ["a"] }, ...then(property("a")), else: property("b"), ...closed },
    [{ a: 1 }, { b: 1 }],
    [{ a: 1, b: 1 }],
  ],
  [
    "properties of dependent schemas and patterns",
    { dependentSchemas: { a: property("b") }, patternProperties: { "^a": true }, ...closed },
    [{ a: 1, b: 1 }, { ab: 1 }],
    [{ b: 1 }],
  ],
  ["nothing in `not`", { not: { not: property("a") }, ...closed }, [{}], [{ a: 1 }]],
  [
    "what a part's own `unevaluatedProperties` accepts",
    { anyOf: [{ ...property("a"), unevaluatedProperties: { type: "string" } }, true], ...closed },
    [{ a: 1, b: "text" }],
    [{ a: 1, b: 2 }],
  ],
  [
    "properties that a schema may mention",
    {
      ...property("a"),
      unevaluatedProperties: { type: "object", ...property("n", { type: "number" }), ...closed },
    },
    [{ a: 1, b: { n: 1 } }],
    [{ b: 1 }, { b: { n: "1" } }, { b: { m: 1 } }],
  ],
  [
    "properties only by their own names",
    { ...property("a"), ...closed },
    [{ a: 1 }],
    [JSON.parse('{ "constructor": 1 }'), JSON.parse('{ "__proto__": 1 }')],
  ],
];

describe.each(cases)("unevaluated keywords accept: %s", (_, schema, valid, invalid) => {
  const document = documentOf(schema);

  test.each(["request", "response"] as const)("in a %s", (direction) => {
    const compiler = createSchemaCompiler(document, direction);
    for (const one of [subject, { allOf: [subject] }]) {
      const { firstFault, allFaults } = compiler.compile(one);
      for (const value of valid) expect(allFaults(value), JSON.stringify(value)).toBeUndefined();
      for (const value of invalid) expect(firstFault(value), JSON.stringify(value)).toHaveLength(1);
    }
  });

  test("in tests", () => {
    const validate = compileSchema(closeSchema(document, subject, "request"));
    for (const value of valid) expect(validate(value), JSON.stringify(value)).toEqual([]);
    for (const value of invalid) expect(validate(value), JSON.stringify(value)).not.toEqual([]);
  });
});

test("all unevaluated properties are listed, also nested ones", () => {
  const inner = { ...property("n", { type: "number" }), ...closed };
  const document = documentOf({ ...property("a"), unevaluatedProperties: inner });
  const { firstFault, allFaults } = createSchemaCompiler(document, "request").compile(subject);
  const value = { b: { m: 1, n: "x" }, "c/d": { o: 1 } };
  expect(allFaults(value)).toMatchObject([
    { pointer: "/b/n", rule: "type" },
    { pointer: "/b/m", rule: "unevaluatedProperties" },
    { pointer: "/c~1d/o", rule: "unevaluatedProperties" },
  ]);
  expect(firstFault(value)).toHaveLength(1);
});

test("defaults of the fitting alternative are evaluated", () => {
  const alternative = (kind: string, name: string) => ({
    required: ["kind"],
    properties: { kind: { const: kind }, [name]: { type: "integer", default: 1 } },
  });
  const document = documentOf({
    anyOf: [alternative("boat", "masts"), alternative("car", "doors")],
    ...closed,
  });
  const { firstFault } = createSchemaCompiler(document, "request").compile(subject);
  const car = { kind: "car" };
  expect(firstFault(car)).toBeUndefined();
  expect(car).toEqual({ kind: "car", doors: 1 });
  expect(firstFault({ kind: "car", masts: 1 })).toHaveLength(1);
});

test("a date beside unevaluated properties is sent as text", () => {
  const at = { type: "string", format: "date-time" };
  const document = documentOf({ anyOf: [property("at", at)], unevaluatedProperties: at });
  const { firstFault } = createSchemaCompiler(document, "response").compile(subject);
  const body = { at: new Date(0), other: new Date(0) };
  expect(firstFault(body)).toBeUndefined();
  expect(JSON.stringify(body)).toBe('{"at":"1970-01-01T00:00:00.000Z","other":"1970-01-01T00:00:00.000Z"}');
});

test("alternatives that contain themselves are checked once per level", () => {
  const document = documentOf({
    type: "object",
    anyOf: [{ required: ["inner"], properties: { inner: subject } }, { maxProperties: 0 }],
    ...closed,
  });
  const { firstFault } = createSchemaCompiler(document, "request", { isBounded: true }).compile(subject);
  const nested = (depth: number, end: object): object =>
    depth === 0 ? end : { inner: nested(depth - 1, end) };
  expect(firstFault(nested(200, {}))).toBeUndefined();
  expect(firstFault(nested(200, { other: 1 }))).toBeDefined();
});
