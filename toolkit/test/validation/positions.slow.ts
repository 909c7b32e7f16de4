import { describe, expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { compileSchema } from "../../server/validation/schemas/compile-schema.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";
import { foreignValidators } from "../helpers/foreign-validators.ts";

// Every keyword in every position, judged by two validators that the toolkit doesn't use.

// biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
const then = (schema: Schema | boolean) => ({ then: schema });
const text = { type: "string" };
const named = (name: string, schema: Schema | boolean = true) => ({ properties: { [name]: schema } });

const keywords: Record<string, Schema | boolean> = {
  false: false,
  type: text,
  types: { type: ["integer", "null"] },
  const: { const: { a: 1 } },
  enum: { enum: [1, "a", null] },
  minimum: { minimum: 2, type: "number" },
  maximum: { maximum: 1 },
  exclusiveMinimum: { exclusiveMinimum: 1 },
  exclusiveMaximum: { exclusiveMaximum: 1 },
  multipleOf: { multipleOf: 0.5, type: "number" },
  minLength: { minLength: 2 },
  maxLength: { maxLength: 2 },
  pattern: { pattern: "^a" },
  format: { type: "string", format: "date" },
  minItems: { minItems: 1 },
  maxItems: { maxItems: 1 },
  uniqueItems: { uniqueItems: true },
  items: { items: text },
  prefixItems: { prefixItems: [true, text], items: false },
  contains: { contains: text },
  "contains beside prefixItems": { prefixItems: [true, text], contains: text },
  minContains: { contains: text, minContains: 2 },
  maxContains: { contains: text, minContains: 0, maxContains: 1 },
  unevaluatedItems: { contains: text, unevaluatedItems: { type: "integer" } },
  minProperties: { minProperties: 2 },
  maxProperties: { maxProperties: 1 },
  required: { required: ["b"], type: "object" },
  dependentRequired: { dependentRequired: { a: ["b"] } },
  properties: named("a", text),
  patternProperties: { patternProperties: { "^a": text } },
  additionalProperties: { ...named("a"), additionalProperties: false },
  propertyNames: { propertyNames: { pattern: "^a" } },
  dependentSchemas: { dependentSchemas: { a: { required: ["b"] } } },
  unevaluatedProperties: { allOf: [named("a")], unevaluatedProperties: false },
  allOf: { allOf: [text, { minLength: 2 }] },
  anyOf: { anyOf: [text, { type: "array", minItems: 1 }] },
  oneOf: { oneOf: [text, { maxLength: 1 }] },
  not: { not: text },
  if: { if: text, ...then({ minLength: 2 }), else: { type: "array" } },
  default: { anyOf: [{ properties: { b: { type: "integer", default: 1 } } }, text] },
  readOnly: { properties: { a: { readOnly: true, writeOnly: true } } },
};

/** What OpenAPI's keywords mean in JSON Schema. */
const meanings: Record<string, Schema> = { readOnly: named("a", false) };

interface Position {
  schema(keyword: Schema | boolean): Schema | boolean;
  /** Values with these two in that position. */
  values(one: unknown, two: unknown): unknown[];
}

const whole = (one: unknown) => [one];
const members = (p: unknown, q: unknown) => [{ p, q }, { p }, {}];
const items = (one: unknown, two: unknown) => [[one, two], [one], []];

const positions: Record<string, Position> = {
  itself: { schema: (one) => one, values: whole },
  properties: { schema: (one) => ({ properties: { p: one, q: one } }), values: members },
  patternProperties: { schema: (one) => ({ patternProperties: { "^p": one } }), values: members },
  additionalProperties: { schema: (additionalProperties) => ({ additionalProperties }), values: members },
  unevaluatedProperties: {
    schema: (unevaluatedProperties) => ({ allOf: [named("q")], unevaluatedProperties }),
    values: members,
  },
  propertyNames: {
    schema: (propertyNames) => ({ propertyNames, additionalProperties: true }),
    values: (one, two) => [Object.fromEntries([one, two].map((name) => [String(name), 1])), {}],
  },
  items: { schema: (one) => ({ items: one }), values: items },
  prefixItems: { schema: (one) => ({ prefixItems: [one, one], contains: text }), values: items },
  contains: { schema: (contains) => ({ contains }), values: items },
  maxContains: { schema: (contains) => ({ contains, maxContains: 1 }), values: items },
  unevaluatedItems: {
    schema: (unevaluatedItems) => ({ prefixItems: [true], unevaluatedItems }),
    values: items,
  },
  not: { schema: (not) => ({ not }), values: whole },
  if: { schema: (one) => ({ if: one, else: text }), values: whole },
  // biome-ignore lint/suspicious/noThenProperty: the name of the keyword.
  then: { schema: (one) => ({ if: { maxProperties: 1 }, ...then(one) }), values: whole },
  else: { schema: (one) => ({ if: { type: ["string", "array"] }, else: one }), values: whole },
  dependentSchemas: { schema: (one) => ({ dependentSchemas: { a: one } }), values: whole },
  allOf: { schema: (one) => ({ allOf: [one, { maxItems: 1 }] }), values: whole },
  anyOf: { schema: (one) => ({ anyOf: [one, text] }), values: whole },
  oneOf: { schema: (one) => ({ oneOf: [one, text] }), values: whole },
};

const atoms = [
  ...[null, true, 0, 1, 1.5, "", "a", "ab", "b", "2026-01-31"],
  ...[[], ["a"], [1], ["a", "a"], ["a", 1], [1, "a"], ["a", "b", "c"]],
  ...[{}, { a: 1 }, { a: "a" }, { a: "a", b: 1 }, { b: 1 }, { b: "b" }, { ab: 1, "2026-01-31": 1 }],
];

/** cfworker doesn't find components that are named like keywords. */
const component = (keyword: string) => `Of-${keyword.replaceAll(" ", "-")}`;
const reference = (keyword: string) => ({ $ref: `#/components/schemas/${component(keyword)}` });
const componentsOf = (all: typeof keywords) =>
  Object.fromEntries(Object.entries(all).map(([keyword, schema]) => [component(keyword), schema]));

const info = { title: "Keywords", version: "1" };
const document = readDocument({ openapi: "3.1.1", info, paths: {} });
// Reading would repair them.
Object.assign(document.root, { components: { schemas: componentsOf(keywords) } });
const requests = createSchemaCompiler(document, "request");
const responses = createSchemaCompiler(document, "response");

function ourJudges(schema: Schema): Record<"request" | "response" | "tests", (value: unknown) => boolean> {
  const body = { properties: { body: schema } };
  const request = requests.compile(body);
  const response = responses.compile(body);
  const closed = compileSchema(closeSchema(document, schema, "response"));
  return {
    request: (value) => request.allFaults({ body: structuredClone(value) }) === undefined,
    response: (value) => response.firstFault({ body: value }) === undefined,
    tests: (value) => closed(value).length === 0,
  };
}

describe.each(Object.entries(positions))("agrees with other validators on %s", (_, { schema, values }) => {
  test.each(Object.entries(keywords))("of %s", async (keyword, given) => {
    const meaning = meanings[keyword];
    const components = componentsOf({ ...keywords, ...meanings });
    const differences: string[] = [];
    for (const one of [given, reference(keyword)]) {
      const { tests, ...judges } = ourJudges(schema(one) as Schema);
      const plain = schema(one === given ? (meaning ?? given) : one);
      Object.assign(judges, await foreignValidators(plain, components), meaning ? {} : { tests });
      for (const value of atoms.flatMap((atom, index) => values(atom, atoms.at(index - 1)))) {
        const verdicts = Object.entries(judges).map(([name, judge]) => [name, judge(value)]);
        if (new Set(verdicts.map(([, verdict]) => verdict)).size === 1) continue;
        differences.push(JSON.stringify({ schema: plain, value, ...Object.fromEntries(verdicts) }));
      }
    }
    expect(differences.slice(0, 3)).toEqual([]);
  });
});

test.each(Object.entries(positions))("judges dates in %s as they are sent", async (_, position) => {
  const date = new Date("2026-01-31T12:00:00Z");
  const differences: string[] = [];
  for (const format of ["date", "date-time"]) {
    for (const more of [{}, { maxLength: 10 }, { pattern: "T" }]) {
      const schema = position.schema({ type: "string", format, ...more }) as Schema;
      const judges = Object.values(await foreignValidators(schema, {}));
      const { firstFault } = responses.compile({ properties: { body: schema } });
      for (const value of position.values(date, "2026-01-31")) {
        const sent = { body: structuredClone(value) };
        const isValid = firstFault(sent) === undefined;
        const body = JSON.parse(JSON.stringify(sent.body));
        if (judges.some((judge) => judge(body) !== isValid))
          differences.push(JSON.stringify({ schema, value, body, isValid }));
      }
    }
  }
  expect(differences).toEqual([]);
});
