import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { contractChanges } from "../../cli/compare/contract-changes.ts";
import { contractsOf } from "../../cli/compare/operations/contracts.ts";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { bodyDocument } from "./body-document.ts";
import { condition } from "./condition.ts";

// Neither the values nor the validator that judges them come from the toolkit.

const scalars = [null, true, false, -1, 0, 1, 1.5, 2, 3, 10, "", "a", "b", "ab", "abc", "bbbb"];
const lists = [[], [1], ["a"], [1, "a"], ["a", 1], ["a", "b"], ["a", "a"], [1, 2, 3], [null, "ab", 1.5]];
const objects = ["a", "b", "x1"].flatMap((name) =>
  [...scalars, [], ["a"], {}, { a: 1 }, { a: "a", b: "b" }].flatMap((value) => [
    { [name]: value },
    { [name]: value, c: 1 },
    ...[1, "a", null].map((other) => ({ a: other, b: "b", [name]: value })),
  ]),
);
const values = [...scalars, ...lists, {}, ...objects];

const { schema: schemas } = fc.letrec<{ schema: Schema; nested: Schema }>((tie) => ({
  schema: fc
    .array(
      fc.oneof(
        keyword(
          "type",
          fc.constantFrom(
            "string",
            "integer",
            "number",
            "object",
            "array",
            ["string", "null"],
            ["object", "array"],
          ),
        ),
        keyword("enum", fc.subarray(scalars, { minLength: 1 })),
        keyword("const", fc.constantFrom("a", 1, null)),
        keyword("minimum", fc.constantFrom(0, 1, 1.5)),
        keyword("exclusiveMaximum", fc.constantFrom(2, 3)),
        keyword("multipleOf", fc.constantFrom(1, 2, 0.5)),
        keyword("minLength", fc.constantFrom(1, 2)),
        keyword("maxLength", fc.constantFrom(1, 2, 3)),
        keyword("pattern", fc.constantFrom("^a", "b", "^[ab]+$")),
        keyword("required", fc.subarray(["a", "b"], { minLength: 1 })),
        keyword("properties", fc.record({ a: tie("nested"), b: tie("nested") }, { requiredKeys: ["a"] })),
        keyword("patternProperties", fc.record({ "^x": tie("nested") })),
        keyword("additionalProperties", fc.oneof(fc.constant(false), tie("nested"))),
        keyword("dependentRequired", fc.constantFrom({ a: ["b"] }, { b: ["a"] })),
        keyword("propertyNames", fc.constantFrom({ maxLength: 1 }, { enum: ["a", "b"] })),
        keyword("maxProperties", fc.constantFrom(1, 2)),
        keyword("items", tie("nested")),
        keyword("prefixItems", fc.array(tie("nested"), { minLength: 1, maxLength: 2 })),
        keyword("contains", tie("nested")),
        keyword("minItems", fc.constantFrom(1, 2)),
        keyword("maxItems", fc.constantFrom(1, 2)),
        keyword("uniqueItems", fc.constant(true)),
        keyword("not", tie("nested")),
        keyword("allOf", fc.array(tie("nested"), { minLength: 1, maxLength: 2 })),
        keyword("anyOf", fc.array(tie("nested"), { minLength: 1, maxLength: 3 })),
        keyword("oneOf", fc.array(tie("nested"), { minLength: 1, maxLength: 3 })),
        fc.tuple(tie("nested"), tie("nested")).map(([test, fulfilled]) => condition(test, fulfilled)),
      ),
      { minLength: 1, maxLength: 4 },
    )
    .map((parts) => Object.assign({}, ...parts)),
  nested: fc.oneof(
    { maxDepth: 2, depthSize: "small" },
    fc.constantFrom({ type: "string" }, { type: "integer" }, { minLength: 2 }, { const: "a" }),
    tie("schema"),
  ),
}));

function keyword(name: string, value: fc.Arbitrary<unknown>): fc.Arbitrary<Schema> {
  return value.map((one) => ({ [name]: one }));
}

/** Two schemas, one derived from the other by random changes. */
const related = fc
  .tuple(schemas, schemas, fc.array(fc.nat(), { minLength: 1, maxLength: 2 }))
  .map(([schema, other, places]) => {
    let changed = structuredClone(schema);
    for (const place of places) changed = withChange(changed, other, place);
    return [schema, changed] as const;
  });

/** A schema with a keyword replaced by another schema's, or removed, at a random place. */
function withChange(schema: Schema, other: Schema, place: number): Schema {
  const at = subschemas(schema);
  const target = at[place % at.length] ?? schema;
  const names = Object.keys(target);
  if (place % 3 === 0) delete target[names[place % names.length] ?? ""];
  else Object.assign(target, structuredClone(other));
  return schema;
}

function subschemas(node: unknown): Schema[] {
  if (node === null || typeof node !== "object") return [];
  if (Array.isArray(node)) return node.flatMap(subschemas);
  const nested = Object.entries(node).flatMap(([key, value]) => {
    if (["enum", "const", "required", "dependentRequired"].includes(key)) return [];
    if (key === "properties" || key === "patternProperties") return Object.values(value).flatMap(subschemas);
    return subschemas(value);
  });
  return [node as Schema, ...nested];
}

/** As the document is read: impossible keywords, for example, are repaired. */
function judge(direction: "request" | "response", schema: Schema) {
  const document = readDocument(bodyDocument(direction, schema));
  const [operation] = document.operations;
  const content = operation?.requestBody?.content ?? operation?.responses["200"]?.content;
  const validator = new Validator(structuredClone(content?.["application/json"]?.schema ?? {}), "2020-12");
  return { document, accepts: (value: unknown) => validator.validate(value).valid };
}

describe.each(["request", "response"] as const)("in a %s", (direction) => {
  const isRequest = direction === "request";
  test.each([
    ["for schemas that differ at random places", related],
    ["for any two schemas", fc.tuple(schemas, schemas)],
  ])("%s, every lost or new value is reported", (_, pairs) => {
    fc.assert(
      fc.property(pairs, ([one, other]) => {
        const [before, after] = [judge(direction, one), judge(direction, other)];
        const [narrow, wide] = isRequest ? [before, after] : [after, before];
        const witness = values.find((value) => narrow.accepts(value) && !wide.accepts(value));
        if (witness === undefined || isGrowth(one, other, witness)) return;
        const changes = contractChanges(contractsOf(before.document, after.document));
        expect(changes, `${JSON.stringify(witness)} isn't reported`).not.toEqual([]);
      }),
      { numRuns: 400, seed: 16 },
    );
  });

  /** New optional properties of open objects are how documents grow, so requests with them are ignored. */
  function isGrowth(before: Schema, after: Schema, witness: unknown): boolean {
    const named = (schema: Schema) =>
      subschemas(schema).flatMap(({ properties }) => Object.keys(properties ?? {}));
    const added = named(after).filter((name) => !named(before).includes(name));
    return isRequest && added.some((name) => JSON.stringify(witness).includes(`"${name}":`));
  }

  test("schemas that are written differently are the same", () => {
    fc.assert(
      fc.property(schemas, fc.nat(), (schema, way) => {
        const [before, after] = [judge(direction, schema), judge(direction, rewritten(schema, way))];
        for (const value of values) expect(after.accepts(value)).toBe(before.accepts(value));
        const breaks = contractChanges(contractsOf(before.document, after.document)).filter(
          ({ severity }) => severity === "error",
        );
        expect(breaks).toEqual([]);
      }),
      { numRuns: 300, seed: 40 },
    );
  });
});

/** The same schema, written differently. */
function rewritten(schema: Schema, way: number): Schema {
  const { const: value, ...others } = structuredClone(schema);
  const ways = [
    () => ({ allOf: [schema] }),
    () => ({ anyOf: [schema, { allOf: [schema] }] }),
    () => ({ ...schema, minItems: schema.minItems ?? 0, uniqueItems: schema.uniqueItems ?? false }),
    () =>
      value === undefined
        ? schema
        : { ...others, allOf: [{ enum: [value] }, ...((others.allOf as []) ?? [])] },
    () => Object.fromEntries(Object.entries(schema).reverse()),
    () => ({ allOf: [schema, {}, { type: ["null", "boolean", "number", "string", "array", "object"] }] }),
    () => ({ ...schema, title: "In other words", examples: ["a"] }),
  ];
  return ways[way % ways.length]?.() ?? schema;
}
