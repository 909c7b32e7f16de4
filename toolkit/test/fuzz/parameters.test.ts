import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Parameter, Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { compileParameter } from "../../testing/fuzz/compiled-parts.ts";
import { compileOperation } from "../../testing/fuzz/operation.ts";
import { Known } from "../../testing/samples/known.ts";
import { serialise } from "../../testing/samples/parameter-text.ts";
import { ifReachable } from "../../testing/samples/values/arbitraries.ts";

const list = ["a", "b c"];
const object = { x: 1, y: "é" };

function parameter(place: Parameter["in"], more: Partial<Parameter> = {}): Parameter {
  return { name: "p", in: place, required: true, schema: {}, ...more };
}

test.each(
  (["query", "path", "header", "cookie"] as const).flatMap((place): [Parameter["in"], string, Schema][] => [
    [place, "is a string or null", { anyOf: [{ type: "string" }, { type: "null" }] }],
    [place, "has one of several values", { enum: ["a", 3, null] }],
  ]),
)("a %s that %s isn't broken by a list or an object", (place, _, schema) => {
  const { negatives } = compileParameter(
    readDocument({ openapi: "3.1.0", paths: {} }),
    parameter(place, { schema }),
    {},
  );
  const pairs = negatives.flatMap(({ arbitrary }) => {
    const broken = ifReachable(arbitrary);
    return broken ? fc.sample(broken, { numRuns: 30, seed: 1 }) : [];
  });
  expect(pairs.filter(({ broken }) => typeof broken === "object")).toEqual([]);
});

test("a list of strings or null isn't broken by a string, which is a list of one", () => {
  const schema = { anyOf: [{ type: "array", items: { type: "string" } }, { type: "null" }] };
  const document = readDocument({ openapi: "3.1.0", paths: {} });
  const { negatives } = compileParameter(document, parameter("header", { schema }), {});
  expect(negatives.filter(({ arbitrary }) => ifReachable(arbitrary))).toEqual([]);
});

test.each([
  { type: "object", additionalProperties: { type: "number" } },
  { type: "array", items: { type: "number" } },
])("no value with a dot is sent in the style label, whose dots separate values: %j", (schema) => {
  const document = readDocument({ openapi: "3.1.0", paths: {} });
  const compiled = compileParameter(document, parameter("path", { style: "label", schema }), {});
  const broken = compiled.negatives.flatMap(({ arbitrary }) => {
    const made = ifReachable(arbitrary);
    return made ? fc.sample(made, { numRuns: 100, seed: 1 }).map((one) => one.broken) : [];
  });
  const values = [...broken, ...fc.sample(compiled.values(), { numRuns: 100, seed: 1 })];
  expect(values.length).toBeGreaterThan(100);
  expect(values.filter((value) => JSON.stringify(value).includes("."))).toEqual([]);
});

describe("in OpenAPI's styles", () => {
  test.each<[Parameter["in"], string, boolean, unknown, string | undefined]>([
    ["query", "form", true, "a&b=c!", "p=a%26b%3Dc%21"],
    ["query", "form", true, list, "p=a&p=b%20c"],
    ["query", "form", false, list, "p=a,b%20c"],
    ["query", "form", true, object, "x=1&y=%C3%A9"],
    ["query", "form", false, object, "p=x,1,y,%C3%A9"],
    ["query", "spaceDelimited", false, [1, "c"], "p=1%20c"],
    ["query", "spaceDelimited", false, list, undefined],
    ["query", "pipeDelimited", false, list, "p=a%7Cb%20c"],
    ["query", "spaceDelimited", false, object, "p=x%201%20y%20%C3%A9"],
    ["query", "pipeDelimited", false, object, "p=x%7C1%7Cy%7C%C3%A9"],
    ["query", "deepObject", true, object, "p%5Bx%5D=1&p%5By%5D=%C3%A9"],
    ["path", "simple", false, "a/b", "a%2Fb"],
    ["path", "simple", false, list, "a,b%20c"],
    ["path", "simple", true, object, "x=1,y=%C3%A9"],
    ["path", "simple", false, object, "x,1,y,%C3%A9"],
    ["path", "label", false, 5, ".5"],
    ["path", "label", true, list, ".a.b%20c"],
    ["path", "label", false, list, ".a,b%20c"],
    ["path", "label", true, object, ".x=1.y=%C3%A9"],
    ["path", "matrix", false, true, ";p=true"],
    ["path", "matrix", true, list, ";p=a;p=b%20c"],
    ["path", "matrix", false, list, ";p=a,b%20c"],
    ["path", "matrix", true, object, ";x=1;y=%C3%A9"],
    ["path", "matrix", false, object, ";p=x,1,y,%C3%A9"],
    ["header", "simple", false, list, "a,b c"],
    ["cookie", "form", true, "a b", "p=a%20b"],
  ])("%s %s explode=%s of %j is %s", (place, style, explode, value, text) => {
    expect(serialise(parameter(place, { style, explode }), value)).toBe(text);
  });

  test("content is JSON", () => {
    const content = { "application/json": {} };
    expect(serialise(parameter("query", { content }), object)).toBe(
      `p=${encodeURIComponent('{"x":1,"y":"\\u00e9"}')}`,
    );
    expect(serialise(parameter("header", { content }), "é")).toBe('"\\u00e9"');
  });

  test.each<[Parameter["in"], unknown]>([
    ["query", null],
    ["query", []],
    ["query", {}],
    ["query", [["nested"]]],
    ["path", ""],
    ["path", "."],
    ["path", ".."],
    ["header", ""],
    ["header", " spaced"],
    ["header", ["a,b", "c"]],
    ["cookie", null],
  ])("a %s can't contain %j", (place, value) => {
    expect(serialise(parameter(place), value)).toBeUndefined();
  });
});

describe("a broken parameter is invalid to a server that reads its text", () => {
  const document = readDocument({ openapi: "3.1.0", paths: {} });

  function brokenTexts(given: Parameter): Record<string, string[]> {
    const { negatives } = compileParameter(document, given, {});
    return Object.fromEntries(
      negatives.flatMap(({ keyword, at, arbitrary }) => {
        const broken = ifReachable(() => fc.sample(arbitrary(), { numRuns: 40, seed: 1 })) ?? [];
        const texts = broken.map((pair) => serialise(given, pair.broken) ?? "nothing");
        return texts.length > 0 ? [[`${at} ${keyword}`.trim(), texts]] : [];
      }),
    );
  }

  test("a number isn't written as another number", () => {
    const { type = [], maximum = [] } = brokenTexts(
      parameter("query", { schema: { type: "integer", maximum: 5 } }),
    );
    expect(type.length).toBeGreaterThan(0);
    expect(type.filter((text) => /^p=-?\d+$/.test(text))).toEqual([]);
    expect(maximum.every((text) => Number(text.slice(2)) > 5)).toBe(true);
  });

  test("a string can't have another type", () => {
    expect(brokenTexts(parameter("query", { schema: { type: "string" } }))).toEqual({});
  });

  test.each([["deepObject"], ["form"]])("an object in the style %s can't be a plain value", (style) => {
    const schema = { type: "object", properties: { n: { type: "integer" } } };
    expect(Object.keys(brokenTexts(parameter("query", { schema, style })))).toEqual(["/n type"]);
  });

  test("a list of a few different colours", () => {
    const items = { type: "string", enum: ["red", "green", "blue"] };
    const schema = { type: "array", items, minItems: 2, maxItems: 3, uniqueItems: true };
    const broken = brokenTexts(parameter("query", { schema, explode: false }));
    expect(Object.keys(broken)).toEqual(["minItems", "uniqueItems", "/* enum"]);
  });
});

test("a parameter takes the known values for its name", () => {
  const document = readDocument({ openapi: "3.1.0", paths: {} });
  const known = { p: [{ label: "gull", sample: "b1" }] };
  const { values } = compileParameter(document, parameter("path", { schema: { type: "string" } }), known);
  expect(fc.sample(values(), { numRuns: 10, seed: 1 })).toContainEqual(new Known("p", "gull"));
});

test("properties of another object in the query aren't sent if one is missing or broken", () => {
  const location = (name: string, required: boolean) => ({
    name,
    in: "query",
    required,
    schema: {
      type: "object",
      minProperties: 1,
      properties: { [`${name}Key`]: { type: "string", maxLength: 3 } },
    },
  });
  const document = readDocument({
    openapi: "3.1.0",
    paths: {
      "/images": { get: { parameters: [location("input", true), location("logs", false)], responses: {} } },
    },
  });
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const { valid, negatives } = compileOperation(document, operation, {});
  const sampled = (arbitrary: typeof valid) => fc.sample(arbitrary, { numRuns: 50, seed: 1 });
  const hasLogs = ({ parameters }: { parameters: object }): boolean => "query logs" in parameters;
  expect(sampled(valid).some(hasLogs)).toBe(true);
  const required = negatives.find(({ name }) => name === "query input required");
  const tooLong = negatives.find(({ name }) => name === "query input/inputKey maxLength");
  if (!required || !tooLong) throw new Error(negatives.map(({ name }) => name).join(", "));
  expect([required, tooLong].flatMap(({ arbitrary }) => sampled(arbitrary)).some(hasLogs)).toBe(false);
});
