import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { closeSchema } from "../../server/document/schemas/closed-schema.ts";
import { omitMarked } from "../../server/document/schemas/omit-marked.ts";
import { compileSchema } from "../../server/validation/schemas/compile-schema.ts";

const secret = { type: "string", writeOnly: true };
const document = readDocument({
  openapi: "3.1.0",
  info: { title: "Lockers", version: "1" },
  paths: {},
  components: {
    schemas: {
      Secret: secret,
      Locker: {
        type: "object",
        required: ["code", "row"],
        properties: {
          code: { $ref: "#/components/schemas/Secret" },
          row: { type: "integer" },
          inside: { type: "array", items: { $ref: "#/components/schemas/Locker" } },
        },
      },
      Box: { allOf: [{ $ref: "#/components/schemas/Locker" }, { required: ["code"] }] },
    },
  },
});
const locker = { $ref: "#/components/schemas/Locker" };
const value = { code: "1234", row: 1, inside: [{ code: "4321", row: 2, inside: [] }] };
const bare = { row: 1, inside: [{ row: 2, inside: [] }] };

test.each<[string, Schema]>([
  ["a reference", locker],
  ["allOf", { $ref: "#/components/schemas/Box" }],
  ["oneOf", { oneOf: [{ type: "string" }, locker] }],
  ["anyOf", { anyOf: [{ type: "null" }, { allOf: [locker] }] }],
])("a response neither has nor lacks writeOnly properties, through %s", (_, schema) => {
  expect(omitMarked(document, schema, value, "writeOnly")).toEqual(bare);
  expect(compileSchema(closeSchema(document, schema, "response"))(bare)).toEqual([]);
});

test("properties without this mark stay", () => {
  expect(omitMarked(document, locker, value, "readOnly")).toEqual(value);
  expect(omitMarked(document, undefined, value, "writeOnly")).toEqual(value);
  const map = { type: "object", additionalProperties: locker };
  expect(omitMarked(document, map, { a: value }, "writeOnly")).toEqual({ a: bare });
});

test("definitions whose names differ only in punctuation stay separate", () => {
  const named = readDocument({
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    paths: {},
    components: { schemas: { "a b": { type: "string" }, a_b: { type: "integer" } } },
  });
  const refs = ["a b", "a_b"].map((name) => ({ $ref: `#/components/schemas/${encodeURIComponent(name)}` }));
  const validate = compileSchema(closeSchema(named, { prefixItems: refs }, "response"));
  expect(validate(["text", 1])).toEqual([]);
});
