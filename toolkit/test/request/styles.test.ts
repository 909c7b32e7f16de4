import { describe, expect, test } from "vitest";
import type { Parameter } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { parameterReader } from "../../server/request/parameters.ts";
import { unknownQueryParameters } from "../../server/request/unknown-query.ts";

type Given = Omit<Parameter, "required"> & { required?: boolean };

function reading(path: string, parameters: Given[]) {
  const document = readDocument({
    openapi: "3.2.0",
    paths: {
      [path]: {
        get: {
          operationId: "read",
          parameters: parameters.map((one) => ({ required: one.in === "path", ...one })),
          responses: {},
        },
      },
    },
  });
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const read = parameterReader(document, operation);
  return {
    read: (originalUrl: string, headers: Record<string, string> = {}, decoded: Record<string, string> = {}) =>
      read({ originalUrl, get: (name) => headers[name.toLowerCase()] }, decoded),
    unknown: (names: string[]) => unknownQueryParameters(document, operation, names),
  };
}

const texts = { type: "array", items: { type: "string" } };
const numbers = { type: "array", items: { type: "integer" } };
const object = { type: "object", properties: { a: { type: "string" }, b: { type: "string" } } };

describe("a path parameter is split before it is decoded", () => {
  test.each<[string, boolean, object, string, unknown]>([
    ["simple", false, texts, "a%2Cb,c", ["a,b", "c"]],
    ["simple", false, texts, "a%2Cb", ["a,b"]],
    ["simple", false, texts, "a+b,%E2%82%AC", ["a+b", "€"]],
    ["simple", false, numbers, "1%2C2", [1, 2]],
    ["simple", false, object, "a,x%2Cy,b,z", { a: "x,y", b: "z" }],
    ["simple", true, object, "a=x%3Dy%2C,b=z", { a: "x=y,", b: "z" }],
    ["label", true, texts, ".a.b%2Ec", ["a", "b.c"]],
    ["label", false, texts, ".a.b,c%2Cd", ["a.b", "c,d"]],
    ["label", false, numbers, ".1.2", [1, 2]],
    ["label", true, object, ".a=1.5.b=2", { a: "1.5", b: "2" }],
    ["label", false, { type: "string" }, ".a.b", "a.b"],
    ["matrix", true, texts, ";p=a%3Bp%3Db;p=c", ["a;p=b", "c"]],
    ["matrix", false, texts, ";p=a%2Cb,c", ["a,b", "c"]],
    ["matrix", true, object, ";a=x%3By;b", { a: "x;y", b: "" }],
    ["matrix", false, { type: "string" }, ";p=a%3Bb=", "a;b="],
  ])("%s explode=%s of %j: %s", (style, explode, schema, raw, value) => {
    const { read } = reading("/x/{p}", [{ name: "p", in: "path", style, explode, schema: schema as never }]);
    const decoded = (() => {
      try {
        return decodeURIComponent(raw);
      } catch {
        return raw;
      }
    })();
    expect(read(`/base/x/${raw}?q=1`, {}, { p: decoded }).path).toEqual({ p: value });
  });

  test("in a segment with several, and between encoded letters", () => {
    const { read } = reading("/caf%C3%A9-{p}.{q}/{r}", [
      { name: "p", in: "path", schema: texts },
      { name: "q", in: "path", schema: texts },
      { name: "r", in: "path", schema: { type: "string" } },
    ]);
    const { path } = read(
      "/caf%c3%a9-a%2Cb,%F0%9F%98%80.c,d%2C/x%2Cy",
      {},
      {
        p: "a,b,😀",
        q: "c,d,",
        r: "x,y",
      },
    );
    expect(path).toEqual({ p: ["a,b", "😀"], q: ["c", "d,"], r: "x,y" });
  });
});

test("a path parameter that isn't split is decoded once", () => {
  const { read } = reading("/x/{p}/{q}", [
    { name: "p", in: "path", schema: { type: "string" } },
    { name: "q", in: "path", schema: { type: "integer" } },
  ]);
  expect(read("/x/%2541/5", {}, { p: "%41", q: "5" }).path).toEqual({ p: "%41", q: 5 });
});

describe("a list or an object in the query is split before it is decoded", () => {
  test.each<[string, object, string, unknown]>([
    ["form", texts, "p=a%2Cb,c", ["a,b", "c"]],
    ["form", texts, "p=a%2Cb", ["a,b"]],
    ["form", numbers, "p=1%2C2", [1, 2]],
    ["form", object, "p=a,x%2Cy", { a: "x,y" }],
    ["spaceDelimited", texts, "p=a%20b+c", ["a", "b", "c"]],
    ["pipeDelimited", texts, "p=a%7Cb|c", ["a|b", "c"]],
    ["pipeDelimited", texts, "p=a%7Cb", ["a", "b"]],
    ["pipeDelimited", object, "p=a%7C1%7Cb%7C2", { a: "1", b: "2" }],
  ])("%s of %j: %s", (style, schema, query, value) => {
    const { read } = reading("/x", [
      { name: "p", in: "query", style, explode: false, schema: schema as never },
    ]);
    expect(read(`/x?${query}`).query).toEqual({ p: value });
  });
});

describe("cookies", () => {
  const free = { type: "object", additionalProperties: { type: "string" } };
  test.each<[string, boolean, object, string, unknown]>([
    ["form", true, texts, "p=a%2Cb; p=c", ["a,b", "c"]],
    ["form", true, texts, "p=a,b", ["a", "b"]],
    ["form", false, texts, "p=a%2Cb,c", ["a,b", "c"]],
    ["form", true, object, "b=x%20y; a=1; q=3", { a: "1", b: "x y" }],
    ["form", false, object, "p=a,1,b,2", { a: "1", b: "2" }],
    ["form", true, free, "x=1; q=3", { x: "1" }],
    ["form", true, { type: "string" }, "p=a%2Cb", "a,b"],
    ["cookie", true, texts, "p=a,b; p=%2C", ["a,b", "%2C"]],
    ["cookie", true, texts, "p=a,b", ["a,b"]],
    ["cookie", false, texts, "p=a,b", ["a", "b"]],
    ["cookie", true, object, "a=%20", { a: "%20" }],
    ["cookie", true, { type: "string" }, "p=a%20b", "a%20b"],
    ["cookie", true, { type: "string" }, 'p="a b"', "a b"],
  ])("%s explode=%s of %j: %s", (style, explode, schema, cookie, value) => {
    const { read } = reading("/x", [
      { name: "p", in: "cookie", style, explode, schema: schema as never },
      { name: "q", in: "cookie", schema: { type: "string" } },
    ]);
    expect(read("/x", { cookie }).cookies.p).toEqual(value);
  });

  test.each(['p={"a":"b"}', "p=%7B%22a%22%3A%22b%22%7D"])("JSON, encoded or not: %s", (cookie) => {
    const content = { "application/json": {} };
    const { read } = reading("/x", [{ name: "p", in: "cookie", content, schema: {} }]);
    expect(read("/x", { cookie }).cookies).toEqual({ p: { a: "b" } });
  });
});

describe("a parameter that may be empty", () => {
  const empty = (schema: object, more: Partial<Given> = {}): Given => ({
    name: "p",
    in: "query",
    allowEmptyValue: true,
    schema: schema as never,
    ...more,
  });
  test.each<[object, object, string, unknown]>([
    [{ type: "boolean" }, {}, "p", undefined],
    [{ type: "boolean" }, {}, "p=", undefined],
    [{ type: "boolean" }, {}, "p=true", true],
    [{ type: "string" }, {}, "p", ""],
    [numbers, {}, "p=", undefined],
    [numbers, { explode: false }, "p=", undefined],
    [{ type: "integer" }, { required: true }, "p=", ""],
    [{ type: "integer" }, { allowEmptyValue: false }, "p=", ""],
  ])("of %j with %j: ?%s", (schema, more, query, value) => {
    expect(reading("/x", [empty(schema, more)]).read(`/x?${query}`).query.p).toEqual(value);
  });
});

test("a free-form object takes no other parameter's values", () => {
  const { read, unknown } = reading("/x", [
    { name: "more", in: "query", schema: { type: "object", additionalProperties: { type: "string" } } },
    { name: "ids[]", in: "query", schema: numbers },
    { name: "a[b]", in: "query", schema: { type: "integer" } },
    { name: "tags", in: "query", schema: texts },
    { name: "where", in: "query", style: "deepObject", schema: object },
  ]);
  expect(read("/x?ids[]=1&ids%5B%5D=2&a[b]=3&tags[]=t&where[a]=w&x=1&y[z]=2&ids=4").query).toEqual({
    more: { x: "1", y: { z: "2" }, ids: "4" },
    "ids[]": [1, 2],
    "a[b]": 3,
    tags: ["t"],
    where: { a: "w" },
  });
  expect(unknown(["x"])).toEqual([]);
});

test("an object in brackets takes no other parameter's values", () => {
  const free = { type: "object", additionalProperties: { type: "string" } };
  const { read } = reading("/x", [
    { name: "filter", in: "query", style: "deepObject", schema: free },
    { name: "filter[id]", in: "query", schema: { type: "integer" } },
    { name: "filter[by]", in: "query", style: "deepObject", schema: object },
  ]);
  expect(read("/x?filter[name]=x&filter[id]=4&filter%5Bby%5D%5Ba%5D=5").query).toEqual({
    filter: { name: "x" },
    "filter[id]": 4,
    "filter[by]": { a: "5" },
  });
});

describe("unevaluated properties and items are read by their schema", () => {
  const rated = {
    allOf: [{ properties: { name: { type: "string" } } }],
    type: "object",
    unevaluatedProperties: { type: "integer" },
  };

  test.each<[string, object, string, unknown]>([
    ["deepObject", rated, "p[name]=5&p[score]=6", { name: "5", score: 6 }],
    ["form", rated, "name=5&score=6", { name: "5", score: 6 }],
    ["form", { type: "array", unevaluatedItems: { type: "integer" } }, "p=5&p=6", [5, 6]],
  ])("%s of %j: %s", (style, schema, query, value) => {
    const { read } = reading("/x", [
      { name: "p", in: "query", style, explode: true, schema: schema as never },
    ]);
    expect(read(`/x?${query}`).query).toEqual({ p: value });
  });
});
