import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";

const schema = { type: "object", properties: { a: { type: "string" }, b: { type: "array" } } };
const notesOf = (content: object, response: object = {}) =>
  readDocument({
    openapi: "3.1.0",
    info: { title: "Shelf", version: "1" },
    paths: {
      "/": { post: { requestBody: { content }, responses: { 200: { description: "", ...response } } } },
    },
  } as never)
    .notes.filter(({ pointer }) => pointer?.includes("encoding"))
    .map(({ pointer, message }) => [pointer?.replace(/^.*\/encoding/, ""), message]);

test("an applied encoding isn't reported", () => {
  const encoding = { a: { contentType: "text/csv" }, b: { style: "deepObject", explode: true } };
  expect(notesOf({ "multipart/form-data": { schema, encoding } })).toEqual([]);
});

test.each<[string, object, string, string]>([
  ["application/json", { a: { style: "form" } }, "", "for application/json it is ignored"],
  ["multipart/mixed", { a: { style: "form" } }, "", "for multipart/mixed it is ignored"],
  ["multipart/form-data", { c: {} }, "/c", "no property c"],
  [
    "multipart/form-data",
    { a: { headers: { "X-A": { schema: {} } } } },
    "/a/headers",
    "neither sent nor checked",
  ],
  ["multipart/form-data", { a: { style: "simple" } }, "/a/style", "isn't a style of forms"],
  ["multipart/form-data", { a: { style: "form", contentType: "text/csv" } }, "/a/contentType", "ignores"],
])("in %s, %j is reported", (mediaType, encoding, pointer, message) => {
  expect(notesOf({ [mediaType]: { schema, encoding } })).toEqual([
    [pointer, expect.stringContaining(message)],
  ]);
});

test("in a response it is reported", () => {
  const content = { "multipart/form-data": { schema, encoding: { a: { style: "form" } } } };
  expect(notesOf({}, { content })).toEqual([["", expect.stringContaining("it is ignored here")]]);
});

test.each<[string, string, string]>([
  ["query", "matrix", "form"],
  ["header", "form", "simple"],
  ["cookie", "simple", "form"],
  ["path", "pointed", "simple"],
])("a parameter in %s of the style %s is reported, and read as %s", (place, style, known) => {
  const { notes, operations } = readDocument({
    openapi: "3.2.0",
    info: { title: "Shelf", version: "1" },
    paths: {
      "/{p}": {
        get: { parameters: [{ name: "p", in: place, style, schema: {}, required: true }], responses: {} },
      },
    },
  } as never);
  expect(notes).toContainEqual(
    expect.objectContaining({
      severity: "warning",
      message: expect.stringContaining(`it is read as \`${known}\``),
    }),
  );
  expect(operations[0]?.parameters.find(({ in: at }) => at === place)?.style).toBeUndefined();
});
