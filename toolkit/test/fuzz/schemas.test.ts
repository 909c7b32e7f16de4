import Ajv2020 from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Schema, targetOf } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { brokenKeyword } from "../../testing/fuzz/broken/candidate.ts";
import { negatives, waysToBreak } from "../../testing/fuzz/broken/negatives.ts";
import { substitute } from "../../testing/samples/known.ts";
import { ifReachable, Unreachable } from "../../testing/samples/values/arbitraries.ts";
import { createCompiler } from "../../testing/samples/values/values.ts";

/** The keywords that can be violated, as `at keyword`; exactly these must be found. */
const cases: [title: string, schema: Schema, broken: string[]][] = [
  ["a text", { type: "string" }, ["type"]],
  ["a number", { type: "number" }, ["type"]],
  ["a boolean", { type: "boolean" }, ["type"]],
  ["nothing", { type: "null" }, ["type"]],
  ["several types", { type: ["string", "null"], maxLength: 3 }, ["type", "maxLength"]],
  ["bounds of an integer", { type: "integer", minimum: 1, maximum: 999 }, ["type", "minimum", "maximum"]],
  ["bounds of a number", { type: "number", minimum: -0.5, maximum: 0.5 }, ["type", "minimum", "maximum"]],
  [
    "exclusive bounds of a number",
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
    ["type", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  [
    "exclusive bounds of an integer",
    { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 3 },
    ["type", "exclusiveMinimum", "exclusiveMaximum"],
  ],
  [
    "a large integer",
    { type: "integer", minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
    ["type", "minimum", "maximum"],
  ],
  [
    "bounds closer than two decimals",
    { type: "number", minimum: 0.001, exclusiveMaximum: 0.004 },
    ["type", "minimum", "exclusiveMaximum"],
  ],
  [
    "a required property with a default",
    {
      type: "object",
      required: ["size", "paper"],
      properties: { size: { type: "integer", default: 1 }, paper: { type: "boolean" } },
    },
    ["type", "/paper required", "/size type", "/paper type"],
  ],
  ["steps", { type: "integer", minimum: 10, multipleOf: 5 }, ["type", "minimum", "multipleOf"]],
  ["amounts", { type: "number", multipleOf: 0.01, minimum: 0.07 }, ["type", "multipleOf", "minimum"]],
  ["tiny steps", { type: "number", multipleOf: 1e-7 }, ["type", "multipleOf"]],
  [
    "multiples of a tenth",
    { type: "number", multipleOf: 0.1, maximum: 2 },
    ["type", "multipleOf", "maximum"],
  ],
  ["int32", { type: "integer", format: "int32" }, ["type", "format"]],
  [
    "a format with a pattern for its case",
    { type: "string", format: "uuid", pattern: "^[0-9a-f-]+$" },
    ["type", "format", "pattern"],
  ],
  [
    "a format with a pattern for its parts",
    { type: "string", format: "email", pattern: "@harbour\\.example$" },
    ["type", "format", "pattern"],
  ],
  [
    "a format with a pattern for its form",
    { type: "string", format: "date", pattern: "^2\\d{3}-\\d\\d-\\d\\d$" },
    ["type", "format", "pattern"],
  ],
  ["lengths", { type: "string", minLength: 2, maxLength: 5 }, ["type", "minLength", "maxLength"]],
  ["a long string", { type: "string", maxLength: 8192 }, ["type", "maxLength"]],
  [
    "a pattern between lengths",
    { type: "string", pattern: "^[a-z]+$", minLength: 2, maxLength: 6 },
    ["type", "pattern", "minLength", "maxLength"],
  ],
  [
    "a pattern with lookaheads",
    { type: "string", pattern: "^(?!.*-$)(?=[a-z])[a-z-]{2,9}$" },
    ["type", "pattern"],
  ],
  ["a pattern with a word boundary", { type: "string", pattern: "^a+\\b.?$" }, ["type", "pattern"]],
  ["a pattern that isn't anchored", { type: "string", pattern: "\\d{2}" }, ["type", "pattern"]],
  ...[
    "date-time",
    "date",
    "time",
    "duration",
    "email",
    "hostname",
    "ipv4",
    "ipv6",
    "uri",
    "uuid",
    "byte",
  ].map((format): [string, Schema, string[]] => [format, { type: "string", format }, ["type", "format"]]),
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
  ["an unbounded list", { type: "array", items: { type: "string" } }, ["type", "/* type"]],
  [
    "a list of unique items",
    { type: "array", items: { type: "integer", minimum: 0, maximum: 9 }, uniqueItems: true, minItems: 2 },
    ["type", "minItems", "uniqueItems", "/* type", "/* minimum", "/* maximum"],
  ],
  [
    "a tuple",
    { type: "array", prefixItems: [{ type: "string" }], items: { type: "integer" }, minItems: 2 },
    ["type", "minItems", "/0 type", "/* type"],
  ],
  [
    "a list that contains a certain item",
    { type: "array", items: { type: "integer" }, contains: { minimum: 10 } },
    ["type", "contains", "/* type"],
  ],
  [
    "an object",
    { type: "object", required: ["a"], properties: { a: { type: "integer" }, b: { type: "string" } } },
    ["type", "/a required", "/a type", "/b type"],
  ],
  [
    "a closed object",
    { type: "object", additionalProperties: false, properties: { a: { type: "integer" } } },
    ["type", "additionalProperties", "/a type"],
  ],
  [
    "an empty closed object",
    { type: "object", additionalProperties: false },
    ["type", "additionalProperties"],
  ],
  [
    "a map of unevaluated properties",
    {
      type: "object",
      allOf: [{ properties: { a: { type: "string" } } }],
      unevaluatedProperties: { type: "boolean" },
    },
    ["type", "/a type", "/* type"],
  ],
  ["a map", { type: "object", additionalProperties: { type: "boolean" } }, ["type", "/* type"]],
  [
    "a map with few properties",
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
      // An unknown property beside the only one would be one too many.
      (word) => word !== "additionalProperties",
    ),
  ],
  [
    "property names by a pattern",
    { type: "object", propertyNames: { pattern: "^[a-z]+$" }, additionalProperties: { type: "integer" } },
    ["type", "propertyNames", "/* type"],
  ],
  [
    "properties by their names",
    { type: "object", patternProperties: { "^x-": { type: "integer" } }, additionalProperties: false },
    ["type", "additionalProperties"],
  ],
  [
    "a property that requires another",
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
    "with a condition",
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
    "closed over its parts",
    { allOf: [{ type: "object", properties: { a: { type: "integer" } } }], unevaluatedProperties: false },
    ["type", "unevaluatedProperties", "/a type"],
  ],
];

// Unless it rounds, ajv divides binary fractions: 0.6 isn't a multiple of 0.1.
const ajv = new Ajv2020.default({ strict: false, allErrors: true, multipleOfPrecision: 1 });
addFormats.default(ajv);

function closed(schema: Schema, { openapi = "3.1.0", schemas = {} } = {}) {
  const components = { schemas: { ...schemas, Subject: schema } };
  const document = readDocument({ openapi, paths: {}, components });
  return closeSchema(document, targetOf(document, "#/components/schemas/Subject"), "request");
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

describe("generated values are valid, and each broken one violates a single keyword", () => {
  test.each(cases)("%s", (_, schema, broken) => {
    expect(check(schema).sort()).toEqual([...broken].sort());
  });
});

describe("OpenAPI's own keywords", () => {
  test("nullable of 3.0 allows null, and null breaks non-nullable schemas", () => {
    const schema = {
      type: "object",
      required: ["a", "b"],
      properties: { a: { type: "string", nullable: true }, b: { type: "string" } },
    };
    const document = closed(schema, { openapi: "3.0.3" });
    expect(check(schema, document)).toEqual(["type", "/a required", "/b required", "/a type", "/b type"]);
    const made = fc.sample(createCompiler(document).values(document), { numRuns: 100, seed: 1 });
    expect(made.some((value) => (value as { a: unknown }).a === null)).toBe(true);
  });

  test("boolean bounds of 3.0", () => {
    const schema = {
      type: "integer",
      minimum: 0,
      exclusiveMinimum: true,
      maximum: 9,
      exclusiveMaximum: false,
    };
    expect(check(schema, closed(schema, { openapi: "3.0.3" }))).toEqual([
      "type",
      "maximum",
      "exclusiveMinimum",
    ]);
  });

  test("siblings of a reference apply in 3.1 and not in 3.0", () => {
    const schema = { $ref: "#/components/schemas/Name", maxLength: 3 };
    const schemas = { Name: { type: "string" } };
    expect(check(schema, closed(schema, { schemas }))).toEqual(["type", "maxLength"]);
    expect(check(schema, closed(schema, { schemas, openapi: "3.0.3" }))).toEqual(["type"]);
  });

  test("a discriminator selects the alternative, by mapping or by name", () => {
    const pet = (more: object) => ({
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" }, ...more },
    });
    const schemas = { Cat: pet({ lives: { type: "integer" } }), Dog: pet({ tricks: { type: "integer" } }) };
    const schema = {
      oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      discriminator: { propertyName: "kind", mapping: { feline: "#/components/schemas/Cat" } },
    };
    const document = closed(schema, { schemas });
    expect(check(schema, document)).toEqual(["anyOf"]);
    const made = fc.sample(createCompiler(document).values(document), { numRuns: 50, seed: 1 });
    expect(new Set(made.map((value) => (value as { kind: string }).kind))).toEqual(
      new Set(["feline", "Dog"]),
    );
  });

  test("readOnly properties aren't sent, even if they are required", () => {
    const schema = {
      type: "object",
      additionalProperties: false,
      required: ["id", "name"],
      properties: { id: { type: "string", readOnly: true }, name: { type: "string" } },
    };
    const document = closed(schema);
    for (const value of fc.sample(createCompiler(document).values(document), 20)) {
      expect(Object.keys(value as object)).toEqual(["name"]);
    }
  });

  test("readOnly properties aren't sent, even if an example has them", () => {
    const schema = {
      type: "object",
      required: ["name"],
      properties: {
        id: { type: "string", readOnly: true },
        name: { type: "string" },
        owner: { type: "object", properties: { id: { type: "integer", readOnly: true } } },
      },
      example: { id: "p1", name: "Rex", owner: { id: 1 } },
    };
    const document = closed(schema);
    const made = fc.sample(createCompiler(document).values(document), { numRuns: 50, seed: 1 });
    expect(JSON.stringify(made)).toContain("Rex");
    expect(JSON.stringify(made)).not.toContain('"id"');
  });
});

describe("schemas that are hard to satisfy", () => {
  test("a schema that refers to itself ends", () => {
    const schemas = {
      Tree: {
        type: "object",
        required: ["name"],
        properties: {
          name: { type: "string" },
          parent: { $ref: "#/components/schemas/Tree" },
          children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
        },
      },
    };
    const schema = { $ref: "#/components/schemas/Tree" };
    expect(check(schema, closed(schema, { schemas }))).toContain("/children/*/name type");
  });

  test.each<[string, Schema]>([
    ["an infinite one", { $ref: "#/components/schemas/Endless" }],
    ["a contradiction", { type: "string", minLength: 5, maxLength: 2 }],
    ["two types at once", { allOf: [{ type: "string" }, { type: "integer" }] }],
    ["a contradictory pattern", { type: "string", pattern: "^(?=a)b" }],
    [
      "a required property that isn't allowed",
      { type: "object", additionalProperties: false, required: ["a"] },
    ],
  ])("%s is reported, not searched endlessly", (_, schema) => {
    const endless = {
      type: "object",
      required: ["next"],
      properties: { next: { type: "array", minItems: 1, items: { $ref: "#/components/schemas/Endless" } } },
    };
    const document = closed(schema, { schemas: { Endless: endless } });
    expect(() => createCompiler(document).values(document)).toThrow(Unreachable);
  });

  test("an example helps if no string can be generated", () => {
    const schema = {
      type: "string",
      pattern: "^(?=[a-z]{6}=abcdef$)[a-f]{6}=[a-z]{6}$",
      examples: ["fedcba=abcdef"],
    };
    const document = closed(schema);
    expect(fc.sample(createCompiler(document).values(document), 1)).toEqual(schema.examples);
    const { examples: _, ...without } = document;
    expect(() => createCompiler(without).values(without)).toThrow(Unreachable);
  });

  test("keywords that can't be violated alone are listed", () => {
    const schema = { type: "string", enum: ["a"] };
    expect(negatives(createCompiler(closed(schema)), closed(schema)).unreached).toEqual([
      { keyword: "type", at: "" },
    ]);
  });

  test("a part that can't be broken alone isn't tried with whole values", () => {
    const kind = { type: "string", enum: ["a"], maxLength: 1 };
    const schema = closed({ type: "object", properties: { kind, list: { type: "array", items: kind } } });
    const compiler = createCompiler(schema);
    let whole = 0;
    const counting = {
      ...compiler,
      faults(part: Schema, value: unknown) {
        if (part === schema) whole++;
        return compiler.faults(part, value);
      },
    };
    const ways = waysToBreak(counting, schema).filter(({ at }) => at === "/kind" || at === "/list/*");
    const unreached = ways.filter(({ arbitrary }) => ifReachable(arbitrary) === undefined);
    expect(unreached.map(({ at, keyword }) => `${at} ${keyword}`)).toEqual([
      "/kind type",
      "/kind maxLength",
      "/list/* type",
      "/list/* maxLength",
    ]);
    // The enum of each is broken in the first few tries, and one valid value was searched for.
    expect(whole).toBeLessThanOrEqual(2 * 3 + 1);
  });

  test("if no value is valid, that is found out once and not for each keyword", () => {
    const schema = closed({
      type: "object",
      properties: { name: { type: "string" }, age: { type: "integer" } },
    });
    const compiler = createCompiler(schema);
    let asked = 0;
    const canBeSent = () => {
      asked++;
      return false;
    };
    const ways = waysToBreak(compiler, schema, (value) => value, canBeSent);
    expect(ways.map(({ arbitrary }) => ifReachable(arbitrary))).toEqual([undefined, undefined, undefined]);
    const askedForOne = asked;
    for (const { arbitrary } of ways) ifReachable(arbitrary);
    expect(asked).toBe(askedForOne);
  });
});

describe("known values", () => {
  const schema = closed({
    type: "object",
    required: ["petId"],
    properties: { petId: { type: "string", maxLength: 8 } },
  });
  const known = {
    petId: [
      { label: "gull", sample: "p1" },
      { label: "unfit", sample: "too long to be valid" },
    ],
  };

  test("replace generated values, by label, if they fit the schema", () => {
    const compiler = createCompiler(schema, { known });
    const made = fc.sample(compiler.values(schema), { numRuns: 50, seed: 1 });
    expect(JSON.stringify(made)).toContain('{"petId":"‹gull›"}');
    expect(JSON.stringify(made)).not.toContain("unfit");
    expect(substitute(made[0], () => "p7")).not.toHaveProperty("petId.label");
  });
});

test("a broken pair stays broken, and its twin valid, while it shrinks", () => {
  const schema = closed({
    type: "object",
    additionalProperties: false,
    required: ["name", "stars"],
    properties: {
      name: { type: "string", minLength: 3, maxLength: 40 },
      stars: { type: "integer", minimum: 1, maximum: 5 },
      note: { type: "string" },
    },
  });
  const compiler = createCompiler(schema);
  const maximum = negatives(compiler, schema).reached.find(({ keyword }) => keyword === "maximum");
  const seen: unknown[] = [];
  const { counterexample } = fc.check(
    fc.property(maximum?.arbitrary ?? fc.constant({ valid: 0, broken: 0 }), (pair) => {
      seen.push(pair);
      return false;
    }),
    { seed: 7 },
  );
  for (const pair of seen) {
    const { valid, broken } = pair as { valid: unknown; broken: unknown };
    expect(compiler.isValid(schema, valid)).toBe(true);
    expect(brokenKeyword(compiler.faults(schema, broken))).toBe("maximum");
  }
  expect(seen.length).toBeGreaterThan(2);
  expect(counterexample?.[0]?.broken).toMatchObject({ stars: 6 });
});

test("if schemas refer to each other in many ways, keywords are violated up to the depth that has 300", () => {
  const names = Array.from({ length: 12 }, (_, n) => `box${n}`);
  const $defs = Object.fromEntries(
    Array.from({ length: 6 }, (_, depth) => [
      `Crate${depth}`,
      {
        type: "object",
        properties: Object.fromEntries(
          names.map((name) => [name, depth < 5 ? { $ref: `#/$defs/Crate${depth + 1}` } : { type: "string" }]),
        ),
      },
    ]),
  );
  const ways = waysToBreak(createCompiler({ $defs }), { $ref: "#/$defs/Crate0" });
  expect(ways.map(({ at }) => at)).toContain("/box11/box11");
  expect(ways.length).toBeLessThanOrEqual(300);
});

test.each([
  ["exclusiveMinimum", 5],
  ["exclusiveMaximum", 9],
])("an integer's %s is also broken by the bound itself", (keyword, bound) => {
  const schema = { type: "integer", exclusiveMinimum: 5, exclusiveMaximum: 9 };
  const way = waysToBreak(createCompiler({ $defs: {} }), schema).find((one) => one.keyword === keyword);
  const arbitrary = way && ifReachable(way.arbitrary);
  if (!arbitrary) throw new Error("The keyword can be broken.");
  const sent = fc.sample(arbitrary, { numRuns: 200, seed: 1 }).map(({ broken }) => broken);
  expect(sent).toContain(bound);
});
