import { expect, test } from "vitest";
import { serializeQuery } from "../../client/serialize-query.ts";
import type { ParameterStyles } from "../../client/styles/value-style.ts";

type QueryStyle = NonNullable<ParameterStyles["query"]>[string];

const cases: [title: string, style: QueryStyle | undefined, value: unknown, query: string][] = [
  ["no style: openapi-fetch's own", undefined, [1, 2], "p=1&p=2"],
  ["no style: an object", undefined, { r: 1, g: [2, 3] }, "p%5Br%5D=1&p%5Bg%5D%5B0%5D=2&p%5Bg%5D%5B1%5D=3"],
  ["form: a list", { explode: false }, ["a,b", "c"], "p=a%2Cb,c"],
  ["form: an object", { explode: false }, { r: 1, g: 2 }, "p=r,1,g,2"],
  ["form, exploded: an object", {}, { r: 1, "g&": "2&" }, "r=1&g%26=2%26"],
  ["form, exploded: an object with some properties missing", {}, { r: undefined, g: 2 }, "g=2"],
  ["form, exploded: a list in an object", {}, { r: [1, 2], g: { b: 3 } }, "r=1&r=2&g%5Bb%5D=3"],
  ["spaceDelimited: a list", { style: "spaceDelimited" }, [1, 2], "p=1%202"],
  ["pipeDelimited: a list", { style: "pipeDelimited" }, ["a", 2], "p=a%7C2"],
  [
    "deepObject: objects and lists within",
    { style: "deepObject" },
    { price: { min: 1 }, kinds: ["x"], none: undefined, empty: null },
    "p%5Bprice%5D%5Bmin%5D=1&p%5Bkinds%5D%5B0%5D=x",
  ],
  [
    "deepObject: a list of objects",
    { style: "deepObject" },
    [{ a: 1, b: 2 }],
    "p%5B0%5D%5Ba%5D=1&p%5B0%5D%5Bb%5D=2",
  ],
  ["allowReserved", { allowReserved: true }, "/a?b=c&d%2F100% #", "p=/a?b=c%26d%2F100%25%20%23"],
  ["json: anything", { json: true }, { a: [1] }, "p=%7B%22a%22%3A%5B1%5D%7D"],
  ["whole: all of the query", { isWholeQuery: true }, { a: ["b c"] }, "%7B%22a%22%3A%5B%22b%20c%22%5D%7D"],
  ["a date", {}, new Date(0), "p=1970-01-01T00%3A00%3A00.000Z"],
  ["undefined is omitted", { explode: false }, undefined, ""],
  ["null is omitted", { json: true }, null, ""],
  ["an empty list is omitted", { explode: false }, [], ""],
  ["an empty list without a style is omitted", undefined, [], ""],
  ["undefined and null within a list are omitted", { explode: false }, [1, null, undefined, 2], "p=1,2"],
  ["no style: undefined and null within a list are omitted", undefined, [null, 1, undefined], "p=1"],
  ["no style: a list of dates", undefined, [new Date(0)], "p=1970-01-01T00%3A00%3A00.000Z"],
  [
    "deepObject: null leaves no gap in a list",
    { style: "deepObject" },
    { a: [null, 1] },
    "p%5Ba%5D%5B0%5D=1",
  ],
];

test.each(cases)("%s", (_, style, value, query) => {
  expect(serializeQuery({ p: value }, style ? { p: style } : {})).toBe(query);
});

test("parameters keep their order, and an empty one leaves no gap", () => {
  const values = { a: 1, none: {}, ids: [1, 2], b: "x y" };
  expect(serializeQuery(values, { ids: { explode: false }, none: {} })).toBe("a=1&ids=1,2&b=x%20y");
});

test.each<[string, QueryStyle, unknown]>([
  ["a pipe", { style: "pipeDelimited", explode: false }, ["a|b"]],
  ["a space", { style: "spaceDelimited", explode: false }, ["b", "a b"]],
  ["a space in an object's name", { style: "spaceDelimited", explode: false }, { "a b": 1 }],
  ["a comma that isn't encoded", { explode: false, allowReserved: true }, ["a,b"]],
])("%s within a part is refused where it separates parts", (_, style, value) => {
  expect(() => serializeQuery({ p: value }, { p: style })).toThrow(TypeError);
  expect(() => serializeQuery({ p: value }, { p: style })).toThrow('"p" can\'t be sent: "a');
  expect(() => serializeQuery({ p: "a b,|" }, { p: style })).not.toThrow();
});
