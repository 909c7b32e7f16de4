import { expect, test } from "vitest";
import { readDocument } from "../../server/document/read-document.ts";

function read(key: object) {
  const { securitySchemes, notes } = readDocument({
    openapi: "3.0.3",
    info: { title: "Mill", version: "1" },
    paths: {},
    components: { securitySchemes: { "a/key": key } },
  });
  return { scheme: securitySchemes["a/key"], notes };
}

test.each<[object, string, RegExp]>([
  [{ type: "apiKey", in: "header", name: "Our key" }, "name", /"Our key" isn't a valid name of a header/],
  [{ type: "apiKey", in: "cookie", name: "our;key" }, "name", /"our;key" isn't a valid name of a cookie/],
  [{ type: "apiKey", in: "query", name: "" }, "name", /`name` is missing/],
  [{ type: "apiKey", in: "query" }, "name", /`name` is missing/],
  [{ type: "apiKey", in: "body", name: "key" }, "in", /`in` .* Write `header`, `query` or `cookie`/],
  [{ type: "apiKey", name: "key" }, "in", /`in`/],
  [{ type: "http" }, "scheme", /`scheme` is missing/],
  [{ type: "http", scheme: "Our own" }, "scheme", /"Our own" isn't a valid name of an authentication scheme/],
  [{ type: "jwt", in: "header", name: "X-Token" }, "type", /`type` .* Write `apiKey`, `http`/],
  [{ description: "Ask us." }, "type", /`type`/],
])("%j doesn't define how a request sends the credential", (key, word, message) => {
  const { scheme, notes } = read(key);
  expect(scheme).toEqual({});
  expect(notes).toEqual([
    {
      severity: "warning",
      pointer: `#/components/securitySchemes/a~1key/${word}`,
      message: expect.stringMatching(message),
    },
  ]);
});

test.each([
  { type: "apiKey", in: "header", name: "X-Key" },
  { type: "apiKey", in: "query", name: "our key" },
  { type: "http", scheme: "Hawk" },
  { type: "oauth2", flows: {} },
  { type: "openIdConnect", openIdConnectUrl: "https://mill.example" },
  { type: "mutualTLS" },
])("%j defines how a request sends the credential", (key) => {
  expect(read(key)).toEqual({ scheme: key, notes: [] });
});
