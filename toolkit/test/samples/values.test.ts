import { Validator } from "@cfworker/json-schema";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { lazy, Unreachable } from "../../testing/samples/values/arbitraries.ts";
import { createCompiler } from "../../testing/samples/values/values.ts";

/** A folder that may have ten folders and ten lists of folders, and so may each of them. */
const folder: Schema = {
  type: "object",
  properties: Object.fromEntries(
    [..."abcdefghij"].flatMap((name) => [
      [name, { $ref: "#/$defs/Folder" }],
      [`${name}s`, { type: "array", items: { $ref: "#/$defs/Folder" } }],
    ]),
  ),
};

test("a value stays small if each of its objects may contain many others", () => {
  const compiler = createCompiler({ $defs: { Folder: folder } });
  const values = fc.sample(compiler.values(folder), { numRuns: 50, seed: 1 });
  const sizes = values.map(countNodes).sort((one, two) => one - two);
  expect(sizes[25]).toBeGreaterThan(5);
  expect(sizes[25]).toBeLessThan(300);
  expect(sizes.at(-1)).toBeLessThan(2000);
});

test.each<[Schema, (value: number) => boolean]>([
  [{ minimum: 0.07, maximum: 0.07, multipleOf: 0.01 }, (value) => value === 0.07],
  [{ exclusiveMinimum: 0.29, maximum: 0.3, multipleOf: 0.01 }, (value) => value === 0.3],
  [{ multipleOf: 1e-7 }, (value) => /^-?\d+(\.\d{1,7})?$/.test(value.toFixed(7))],
  [{ multipleOf: 0.1234567890123456, exclusiveMinimum: 0 }, (value) => value === 0.1234567890123456],
  [{ type: "integer", minimum: 1e300, multipleOf: 1e299 }, (value) => value === 1e300],
  [{ minimum: 1e300 }, (value) => value >= 1e300],
  [{ type: "integer", multipleOf: 7 }, (value) => value % 7 === 0],
])("a number is a decimal multiple: %j", (keywords, holds) => {
  const schema = { type: "number", ...keywords };
  const values = fc.sample(createCompiler({ $defs: {} }).values(schema), { numRuns: 200, seed: 1 });
  expect(values.filter((value) => !holds(value as number))).toEqual([]);
});

const ring = Object.fromEntries([..."abcdefghij"].map((name, n, all) => [name, [all[(n + 1) % all.length]]]));

test.each<[string, Schema, number[]]>([
  ["none or all of optional properties", { dependentRequired: ring }, [0, 10]],
  ["all of them if one is required", { required: ["c"], dependentRequired: ring }, [10]],
  [
    "properties that a required one requires",
    { required: ["a"], dependentRequired: { a: ["b"], b: ["c"], c: [] } },
    [3],
  ],
])("dependentRequired: an object has %s", (_, keywords, counts) => {
  const names = Object.keys(keywords.dependentRequired as object);
  const schema = {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, { type: "integer" }])),
    additionalProperties: false,
    ...keywords,
  };
  const values = fc.sample(createCompiler({ $defs: {} }).values(schema), { numRuns: 300, seed: 1 });
  const judge = new Validator(schema as object, "2020-12");
  expect(values.filter((value) => !judge.validate(value).valid)).toEqual([]);
  expect(new Set(values.map((value) => Object.keys(value as object).length))).toEqual(new Set(counts));
});

test("that a schema has no value is found out once", () => {
  let read = 0;
  const name: Schema = {
    type: "string",
    get pattern() {
      read++;
      return "(?!)";
    },
  };
  const impossible: Schema = { type: "object", required: ["name"], properties: { name } };
  const compiler = createCompiler({ $defs: {} });
  expect(() => compiler.values(impossible)).toThrow(Unreachable);
  const readForOne = read;
  expect(() => compiler.values(impossible)).toThrow(Unreachable);
  expect(read).toBe(readForOne);
});

test("a value that can't be generated lazily isn't tried again", () => {
  let built = 0;
  const nothing = lazy(() => {
    built++;
    throw new Unreachable("nothing");
  });
  for (let n = 0; n < 3; n++) expect(() => fc.sample(nothing, 1)).toThrow(Unreachable);
  expect(built).toBe(1);
});

function countNodes(value: unknown): number {
  if (value === null || typeof value !== "object") return 1;
  return Object.values(value).reduce((sum: number, one) => sum + countNodes(one), 1);
}
