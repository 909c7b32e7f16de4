import { expect, test } from "vitest";
import type { ApiDocument } from "../../server/document/document.ts";
import { presentedFor } from "../../testing/samples/credentials.ts";

const securitySchemes: ApiDocument["securitySchemes"] = {
  basic: { type: "http", scheme: "basic" },
  bearer: { type: "http", scheme: "bearer" },
  login: { type: "oauth2" },
  token: { type: "apiKey", in: "header", name: "authorization" },
  key: { type: "apiKey", in: "query", name: "key" },
};
const credentials = Object.fromEntries(Object.keys(securitySchemes).map((name) => [name, "a:b"]));

test.each<[string, Record<string, string[]>[], string[] | undefined]>([
  ["nothing for an open operation", [], []],
  ["the first alternative", [{ basic: [], key: [] }, { bearer: [] }], ["basic", "key"]],
  ["one of two that read the same credential", [{ bearer: [], login: [] }], ["bearer"]],
  ["no two in one header", [{ basic: [], token: [] }, { key: [] }], ["key"]],
  ["nothing without another alternative", [{ basic: [], token: [] }], undefined],
  ["credentials rather than none", [{}, { key: [] }], ["key"]],
])("presents %s", (_, security, expected) => {
  const presented = presentedFor({ securitySchemes }, { security }, credentials);
  expect(presented?.map(({ scheme }) => scheme)).toEqual(expected);
});
