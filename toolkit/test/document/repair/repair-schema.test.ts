import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { repairDocument } from "../../../server/document/repair/repair-document.ts";
import { keywordRules } from "../../../server/document/repair/schemas/keyword-rules.ts";
import {
  listKeywords,
  mapKeywords,
  schemaKeywords,
} from "../../../server/document/schemas/schema-keywords.ts";
import { createAjv } from "../../../server/validation/ajv-factories.ts";

function repaired(schema: unknown, openapi: string) {
  const info = { title: "Harbour", version: "1.0.0" };
  const { raw, notes } = repairDocument({
    openapi,
    info,
    paths: {},
    components: { schemas: { Berth: schema } },
  });
  return { schema: raw.components.schemas.Berth as unknown, notes };
}

describe("invalid parts of a schema are ignored, with a note that gives advice", () => {
  test.each<[string, object, object, string, RegExp]>([
    ["3.1.0", { minLength: "3" }, {}, "/minLength", /a whole number from 0, not "3".* Write `minLength: 3`/],
    ["3.1.0", { maximum: "many" }, {}, "/maximum", /a number, not "many"; it is ignored/],
    ["3.1.0", { multipleOf: 0 }, {}, "/multipleOf", /above 0/],
    [
      "3.1.0",
      { type: "string", required: true },
      { type: "string" },
      "/required",
      /`required` of the object around/,
    ],
    [
      "3.0.3",
      { type: "file" },
      { type: "string", format: "binary" },
      "/type",
      /Swagger 2.0.*`format: binary`/,
    ],
    [
      "3.0.3",
      { type: "any", minLength: 1 },
      { minLength: 1 },
      "/type",
      /no type "any".*any value is allowed/,
    ],
    ["3.1.0", { type: "String" }, {}, "/type", /Write one of array, boolean/],
    ["3.1.0", { type: ["string", "date"] }, { type: ["string"] }, "/type", /no type \["string","date"\]/],
    ["3.0.3", { type: ["string", "null"] }, { type: ["string", "null"] }, "/type", /`nullable: true`/],
    ["3.1.0", { type: ["string", null] }, { type: ["string", "null"] }, "/type", /in quotes/],
    ["3.1.0", { pattern: "(?i)^a$" }, {}, "/pattern", /isn't checked/],
    ["3.1.0", { pattern: "^(a|b)\\1$" }, {}, "/pattern", /isn't checked.*Back references/],
    [
      "3.1.0",
      { patternProperties: { "^(a|b)\\1$": {}, "^b$": {} }, additionalProperties: false },
      { patternProperties: { "^b$": {} } },
      "/patternProperties/^(a|b)\\1$",
      /Back references/,
    ],
    [
      "3.1.0",
      { patternProperties: { "(?i)^a$": {}, "^b$": {} }, additionalProperties: false },
      { patternProperties: { "^b$": {} } },
      "/patternProperties/(?i)^a$",
      /isn't checked/,
    ],
    [
      "3.1.0",
      { items: [{}, { type: "string" }] },
      { prefixItems: [{}, { type: "string" }] },
      "/items",
      /prefixItems/,
    ],
    ["3.1.0", { enum: [] }, {}, "/enum", /a list that isn't empty/],
    [
      "3.1.0",
      { type: "integer", enum: ["1", 2] },
      { type: "integer", enum: [1, 2] },
      "/enum",
      /Some values.*"1" is read as 1/,
    ],
    [
      "3.1.0",
      { type: "integer", enum: [1, "two"] },
      { type: "integer", enum: [1, "two"] },
      "/enum",
      /"two".*never valid/,
    ],
    [
      "3.1.0",
      { type: "string", enum: ["a", null] },
      { type: "string", enum: ["a", null] },
      "/enum",
      /lists null.*Allow null in `type`/,
    ],
    ["3.1.0", { enum: ["a", "b", "a"] }, { enum: ["a", "b", "a"] }, "/enum", /lists "a" twice/],
    ["3.1.0", { required: ["a", "a"] }, { required: ["a"] }, "/required", /lists "a" twice/],
    ["3.1.0", { type: "integer", default: "three" }, { type: "integer" }, "/default", /"three" doesn't fit/],
    ["3.1.0", { format: "time", default: "9:00" }, { format: "time" }, "/default", /"9:00" doesn't fit/],
    [
      "3.1.0",
      { items: { enum: ["a"] }, default: ["a", "b"] },
      { items: { enum: ["a"] } },
      "/default",
      /doesn't fit/,
    ],
    ["3.1.0", { required: ["a"], default: {} }, { required: ["a"] }, "/default", /doesn't fit/],
    [
      "3.1.0",
      { properties: { a: { type: "string" } }, default: { a: 1 } },
      { properties: { a: { type: "string" } } },
      "/default",
      /doesn't fit/,
    ],
    ["3.0.3", { enum: ["a"], default: "b" }, { enum: ["a"] }, "/default", /doesn't fit/],
    ["3.0.3", { type: "array" }, { type: "array" }, "", /without `items`/],
    [
      "3.1.0",
      { oneOf: [{ enum: [1] }, { type: "object", title: "A" }, { description: "B", type: "object" }] },
      { anyOf: [{ enum: [1] }, { type: "object", title: "A" }, { description: "B", type: "object" }] },
      "/oneOf",
      /Every value of alternative 2 fits alternative 3 too/,
    ],
    [
      "3.1.0",
      { anyOf: [{}], oneOf: [{ type: "null" }, { type: "null" }] },
      { anyOf: [{}], allOf: [{ anyOf: [{ type: "null" }, { type: "null" }] }] },
      "/oneOf",
      /Every value of alternative 1 fits alternative 2 too/,
    ],
    [
      "3.1.0",
      {
        oneOf: [
          { items: { $ref: "#/components/schemas/Berth" } },
          { items: { $ref: "#/components/schemas/Berth" } },
        ],
      },
      {
        anyOf: [
          { items: { $ref: "#/components/schemas/Berth" } },
          { items: { $ref: "#/components/schemas/Berth" } },
        ],
      },
      "/oneOf",
      /Every value of alternative 1 fits alternative 2 too/,
    ],
    ["3.1.0", { $dynamicRef: "#node" }, {}, "/$dynamicRef", /isn't followed/],
    [
      "3.1.0",
      { type: "integer", default: 2 ** 53 },
      { type: "integer", default: 2 ** 53 },
      "/default",
      /exactly from -9007199254740991 to 9007199254740991 only/,
    ],
    ["3.1.0", { $async: true }, {}, "/$async", /has no `\$async`; it is ignored/],
    ["3.1.0", { formatMinimum: "2026-01-01" }, {}, "/formatMinimum", /has no `formatMinimum`/],
    ["3.1.0", { maxLenght: 3 }, {}, "/maxLenght", /Did you mean maxLength\?/],
    ["3.1.0", { additionalItems: false }, {}, "/additionalItems", /only beside a list in `items`/],
    ["3.1.0", { id: "#berth" }, {}, "/id", /Write `\$id`/],
    ["3.0.3", { $recursiveRef: "#" }, {}, "/$recursiveRef", /Write `\$ref`/],
    [
      "3.1.0",
      { dependencies: { a: ["b"], c: { required: ["d"] } } },
      { dependentRequired: { a: ["b"] }, dependentSchemas: { c: { required: ["d"] } } },
      "/dependencies",
      /is read as those/,
    ],
    [
      "3.1.0",
      { $schema: "http://json-schema.org/draft-07/schema#" },
      { $schema: "http://json-schema.org/draft-07/schema#" },
      "/$schema",
      /draft-07.* isn't applied/,
    ],
    ["3.1.0", { example: { $ref: "#/a" } }, {}, "/example", /can't be a reference/],
    ["3.1.0", { properties: { a: "text" } }, { properties: { a: {} } }, "/properties/a", /must be an object/],
    ["3.1.0", { properties: { a: null } }, { properties: { a: {} } }, "/properties/a", /is empty/],
    ["3.1.0", { allOf: {} }, {}, "/allOf", /must be a list/],
    ["3.1.0", { not: "text" }, {}, "/not", /must be an object/],
  ])("%s: %j", (openapi, given, expected, pointer, message) => {
    const { schema, notes } = repaired(given, openapi);
    expect(schema).toEqual(expected);
    expect(notes).toEqual([
      {
        severity: "warning",
        pointer: `#/components/schemas/Berth${pointer}`,
        message: expect.stringMatching(message),
      },
    ]);
  });

  test("keywords beside a reference in 3.0, if they matter", () => {
    const $ref = "#/components/schemas/Berth";
    expect(repaired({ properties: { a: { $ref, description: "Only described." } } }, "3.0.3").notes).toEqual(
      [],
    );
    const { notes } = repaired({ properties: { a: { $ref, required: ["b"], nullable: true } } }, "3.0.3");
    expect(notes).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/beside `\$ref`: required, nullable\./) }),
    ]);
  });

  const berth = { $ref: "#/components/schemas/Berth" };
  test.each<[object, object, string]>([
    [
      { required: ["a", "b"], properties: { a: berth } },
      { required: ["b"], properties: { a: berth } },
      "/required",
    ],
    [
      { required: ["a"], properties: { a: { allOf: [berth] } } },
      { required: [], properties: { a: { allOf: [berth] } } },
      "/required",
    ],
    [
      { allOf: [{ properties: { a: berth } }, { required: ["a"] }] },
      { allOf: [{ properties: { a: berth } }, { required: [] }] },
      "/allOf/1/required",
    ],
    [
      { allOf: [{ allOf: [{ required: ["a"], properties: { a: berth } }] }] },
      { allOf: [{ allOf: [{ required: [], properties: { a: berth } }] }] },
      "/allOf/0/allOf/0/required",
    ],
  ])("a schema doesn't require itself: %j", (given, expected, pointer) => {
    const { schema, notes } = repaired(given, "3.1.0");
    expect(schema).toEqual(expected);
    expect(notes).toEqual([
      {
        severity: "warning",
        pointer: `#/components/schemas/Berth${pointer}`,
        message: expect.stringMatching(/`a` would contain another one/),
      },
    ]);
  });

  test("schemas that require each other become finite", () => {
    const other = (name: string) => ({
      required: ["next"],
      properties: { next: { $ref: `#/components/schemas/${name}` } },
    });
    const schemas = { A: other("B"), B: other("C"), C: other("A"), D: other("A") };
    const { raw, notes } = repairDocument({ openapi: "3.1.0", info: {}, paths: {}, components: { schemas } });
    expect(raw.components.schemas).toEqual({ ...schemas, C: { ...schemas.C, required: [] } });
    expect(notes.map(({ pointer }) => pointer)).toEqual(["#/components/schemas/C/required"]);
  });

  test.each([
    { required: ["a"], properties: { a: { type: "array", items: berth } } },
    { required: ["a"], properties: { a: { oneOf: [berth, { type: "null" }] } } },
    { properties: { a: berth } },
    { type: ["object", "null"], required: ["a"], properties: { a: berth } },
  ])("a finite schema stays unchanged: %j", (schema) => {
    expect(repaired(schema, "3.1.0")).toEqual({ schema, notes: [] });
  });

  test.each([
    ["open", [{ properties: { kind: { type: "string" } } }, { properties: { kind: { const: "b" } } }]],
    ["shared", [{ properties: { kind: { enum: ["a", "b"] } } }, { properties: { kind: { enum: ["b"] } } }]],
  ])("alternatives of a discriminator with %s values may fit together", (_, oneOf) => {
    const discriminator = { propertyName: "kind" };
    expect(repaired({ oneOf, discriminator }, "3.1.0")).toEqual({
      schema: { anyOf: oneOf, discriminator },
      notes: [
        {
          severity: "warning",
          pointer: "#/components/schemas/Berth/discriminator",
          message: expect.stringContaining("`oneOf` is read as `anyOf`"),
        },
      ],
    });
    expect(repaired({ anyOf: oneOf, discriminator }, "3.1.0").notes).toHaveLength(1);
  });

  test("a mapping of a discriminator is reported if its schema excludes the value", () => {
    const at = "#/components/schemas/Berth/$defs";
    const schema = {
      $defs: { A: { properties: { kind: { const: "a" } } }, B: { properties: { kind: { enum: ["b", 3] } } } },
      oneOf: [{ $ref: `${at}/A` }, { $ref: `${at}/B` }],
      discriminator: { propertyName: "kind", mapping: { a: `${at}/A`, b: "B", 3: "B", other: "B" } },
    };
    const message = 'The mapping of "other" is ignored: "B" has only ["b",3] for `kind`.';
    expect(repaired(schema, "3.1.0")).toEqual({
      schema,
      notes: [
        {
          severity: "warning",
          pointer: "#/components/schemas/Berth/discriminator/mapping",
          message: expect.stringContaining(message),
        },
      ],
    });
  });

  test("bounds of an integer that JavaScript can't represent are reported, and stay", () => {
    const schema = { type: "integer", minimum: -(2 ** 63), maximum: 2 ** 63 };
    const { notes, ...rest } = repaired(schema, "3.1.0");
    expect(rest.schema).toEqual(schema);
    expect(notes.map(({ severity, pointer }) => `${severity} ${pointer}`)).toEqual([
      "info #/components/schemas/Berth/minimum",
      "info #/components/schemas/Berth/maximum",
    ]);
  });

  test("valid values stay unchanged", () => {
    const schema = {
      type: ["integer", "null"],
      minimum: 1,
      default: null,
      enum: [1, 2, null],
      "x-any": { type: "word" },
      examples: [{ $ref: "no reference" }],
      $schema: "https://spec.openapis.org/oas/3.1/dialect/base",
      contentMediaType: "text/html",
    };
    expect(repaired(schema, "3.1.0")).toEqual({ schema, notes: [] });
  });

  test.each([
    { oneOf: [{ required: ["a"] }, { required: ["b"] }] },
    { oneOf: [{ properties: { a: { type: "string" } } }, { properties: { a: { type: "integer" } } }] },
    { oneOf: [{ allOf: [{ type: "null" }] }, { allOf: [{ type: "string" }] }] },
    {
      oneOf: [
        { items: { type: "null" }, maxItems: 3 },
        { items: { type: "null" }, minItems: 1 },
      ],
    },
    {
      oneOf: [{ properties: { kind: { const: "a" } } }, { properties: { kind: { enum: ["b", "c"] } } }],
      discriminator: { propertyName: "kind" },
    },
    {
      properties: { a: { type: "object" } },
      oneOf: [
        { $ref: "#/components/schemas/Berth/properties/a", required: ["b"] },
        { $ref: "#/components/schemas/Berth/properties/a", required: ["c"] },
      ],
    },
    {
      $defs: { List: { items: { $ref: "#/components/schemas/Berth/$defs/List" } } },
      oneOf: [{ $ref: "#/components/schemas/Berth/$defs/List" }, { items: { items: { type: "null" } } }],
    },
  ])("different alternatives stay unchanged: %j", (schema) => {
    expect(repaired(schema, "3.1.0")).toEqual({ schema, notes: [] });
  });

  test.each([
    { format: "time", default: "09:00:00Z" },
    { format: "house-number", default: "9a" },
    { items: { enum: ["a"] }, default: ["a"] },
    { required: ["a"], properties: { a: { type: "string" }, b: { type: "string" } }, default: { a: "1" } },
    { required: ["a"], properties: { a: { type: "string", default: "1" } }, default: {} },
    { required: ["a"], properties: { a: { type: "string", readOnly: true } }, default: {} },
  ])("a valid default stays unchanged: %j", (schema) => {
    expect(repaired(schema, "3.1.0")).toEqual({ schema, notes: [] });
  });
});

const keywords = [
  ...Object.keys(keywordRules),
  ...schemaKeywords,
  ...listKeywords,
  ...mapKeywords,
  "type",
  "default",
].filter((keyword) => keyword !== "$ref");
const anySchema = fc.letrec((tie) => ({
  schema: fc.dictionary(
    fc.constantFrom(...keywords),
    fc.oneof(
      { maxDepth: 4 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.constantFrom("string", "object", "array", "3", "(?i)a", "[", "null"),
      fc.array(fc.constantFrom("string", "null", "a", null, 3), { maxLength: 3 }),
      tie("schema"),
      fc.array(tie("schema"), { maxLength: 2 }),
      fc.dictionary(fc.constantFrom("a", "b", "("), tie("schema"), { maxKeys: 2 }),
    ),
    { maxKeys: 5 },
  ),
})).schema;

test("the repaired form of any schema compiles to a validator", () => {
  fc.assert(
    fc.property(anySchema, fc.constantFrom("3.0.3", "3.1.0"), (given, openapi) => {
      const { schema } = repaired(given, openapi);
      expect(() => createAjv().compile(schema as object)).not.toThrow();
    }),
    { numRuns: 300 },
  );
});
