import { describe, expect, test } from "vitest";
import type { Parameter, Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { coerce, coerceForm } from "../../server/request/coerce.ts";
import { nested } from "../../server/request/nested.ts";
import { parameterReader } from "../../server/request/parameters.ts";
import { unknownQueryParameters } from "../../server/request/unknown-query.ts";

const range = { type: "object", properties: { gte: { type: "integer" } } };
const schemas = {
  expand: { type: "array", items: { type: "string" } },
  created: { anyOf: [range, { type: "integer" }] },
  range,
} satisfies Record<string, Schema>;

function read(queryString: string) {
  const parameters = Object.entries(schemas).map(
    ([name, schema]): Parameter => ({
      name,
      in: "query",
      required: false,
      style: "deepObject",
      explode: true,
      schema,
    }),
  );
  const document = readDocument({
    openapi: "3.1.0",
    paths: { "/charges": { get: { operationId: "listCharges", parameters, responses: {} } } },
  });
  const [operation] = document.operations;
  if (!operation) throw new Error("The document has no operation.");
  const originalUrl = `/charges?${queryString}`;
  const { query } = parameterReader(document, operation)({ originalUrl, get: () => undefined }, {});
  const unknown = unknownQueryParameters(document, operation, new URLSearchParams(queryString).keys());
  return { query, unknown };
}

describe("a deepObject parameter that may have another type", () => {
  test.each([
    ["expand=a", { expand: ["a"] }],
    ["expand=a&expand=b", { expand: ["a", "b"] }],
    ["expand[]=a&expand[]=b", { expand: ["a", "b"] }],
    ["expand[0]=a&expand[1]=b", { expand: ["a", "b"] }],
    ["expand%5B0%5D=a", { expand: ["a"] }],
    ["created=5", { created: 5 }],
    ["created[gte]=5", { created: { gte: 5 } }],
    ["range[gte]=5", { range: { gte: 5 } }],
  ])("is read from %s", (queryString, query) => {
    expect(read(queryString)).toEqual({ query, unknown: [] });
  });

  test.each(["expand[1]=a", "expand[0]=a&expand[2]=c"])("%s has gaps, so it isn't a list", (queryString) => {
    expect(read(queryString).query.expand).not.toBeInstanceOf(Array);
  });

  test("an object's own name isn't a parameter", () => {
    expect(read("range=5")).toEqual({ query: {}, unknown: ["range"] });
  });
});

test("lists of objects in a form are read by their indexes", () => {
  const item = { type: "object", properties: { price: { type: "string" }, quantity: { type: "integer" } } };
  const schema = { type: "object", properties: { items: { type: "array", items: item } } };
  const document = readDocument({ openapi: "3.1.0", paths: {} });
  const form = new URLSearchParams("items[0][price]=p1&items[0][quantity]=2&items[1][price]=p2");
  expect(coerce(document, schema, nested(form))).toEqual({
    items: [{ price: "p1", quantity: 2 }, { price: "p2" }],
  });
});

test("a property of a form whose own name has brackets isn't nested", () => {
  const schema = {
    type: "object",
    properties: {
      "track[title]": { type: "string" },
      "track[stars]": { type: "integer" },
      "files[]": { type: "array", items: { type: "string" } },
      "cover[]": { type: "string" },
      place: { type: "object", properties: { shelf: { type: "integer" } } },
    },
  };
  const document = readDocument({ openapi: "3.1.0", paths: {} });
  const read = (text: string) => coerceForm(document, schema, nested(new URLSearchParams(text)));
  expect(read("track[title]=A&track[stars]=5&files[]=a&cover[]=c&place[shelf]=2")).toEqual({
    "track[title]": "A",
    "track[stars]": 5,
    "files[]": ["a"],
    "cover[]": "c",
    place: { shelf: 2 },
  });
  expect(read("files[]=a&files[]=b&track[year]=1999")).toEqual({
    "files[]": ["a", "b"],
    track: { year: "1999" },
  });
  expect(read("track=A")).toEqual({ track: "A" });
});

// Reading them bracket by bracket, or creating a list for each value, took seconds, and gigabytes of memory.
test("a name with very many brackets is a name, and a long list is a list", () => {
  const name = `a${"[b]".repeat(300_000)}`;
  expect(nested([[name, "1"]])).toEqual({ [name]: "1" });
  expect(nested([[`a${"[b]".repeat(100)}`, "1"]])).toHaveProperty(["a", ...Array(100).fill("b")], "1");
  const many = Array.from({ length: 200_000 }, (_, n): [string, string] => ["a[]", String(n)]);
  expect(nested(many)).toEqual({ a: many.map(([, value]) => value) });
});
