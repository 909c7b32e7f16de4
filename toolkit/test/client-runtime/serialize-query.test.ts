import { expect, test } from "vitest";
import { type QueryStyle, serializeQuery } from "../../client-runtime/serialize-query.ts";

const cases: [title: string, style: QueryStyle | undefined, value: unknown, query: string][] = [
  ["no style: openapi-fetch's own", undefined, [1, 2], "p=1&p=2"],
  ["form: a list", "form", ["a,b", "c"], "p=a%2Cb,c"],
  ["form: an object", "form", { r: 1, g: 2 }, "p=r,1,g,2"],
  ["spread: an object", "spread", { r: 1, "g&": "2&" }, "r=1&g%26=2%26"],
  ["spread: an object without some of its properties", "spread", { r: undefined, g: 2 }, "g=2"],
  ["spaceDelimited: a list", "spaceDelimited", [1, 2], "p=1%202"],
  ["pipeDelimited: a list", "pipeDelimited", ["a|b", 2], "p=a%7Cb%7C2"],
  [
    "deepObject: objects and lists within",
    "deepObject",
    { price: { min: 1 }, kinds: ["x", "y"], none: undefined, empty: null },
    "p[price][min]=1&p[kinds]=x&p[kinds]=y",
  ],
  ["json: anything", "json", { a: [1] }, "p=%7B%22a%22%3A%5B1%5D%7D"],
  ["whole: all of the query", "whole", { a: ["b c"] }, "%7B%22a%22%3A%5B%22b%20c%22%5D%7D"],
  ["undefined is left out", "form", undefined, ""],
  ["null is left out", "json", null, ""],
];

test.each(cases)("%s", (_, style, value, query) => {
  expect(serializeQuery({ p: value }, style ? { p: style } : {})).toBe(query);
});

test("parameters keep their order, and one that comes out empty leaves no gap", () => {
  const values = { a: 1, none: {}, ids: [1, 2], b: "x y" };
  expect(serializeQuery(values, { ids: "form", none: "spread" })).toBe("a=1&ids=1,2&b=x%20y");
});
