import { expect, test } from "vitest";
import { readDocument } from "../../../server/document/read-document.ts";
import { closeSchema } from "../../../server/document/schemas/closed-schema.ts";
import { compileSchema } from "../../../server/validation/schemas/compile-schema.ts";

const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: "string" }]));
const pet = { $ref: "#/components/schemas/Pet" };

function documentOf(Owner: object, others: object = {}) {
  const Pet = {
    type: "object",
    properties: { owner: { $ref: "#/components/schemas/Owner" }, parent: pet, ...long },
  };
  const info = { title: "Pets", version: "1" };
  return readDocument({
    openapi: "3.1.0",
    info,
    paths: {},
    components: { schemas: { Pet, Owner, ...others } },
  });
}

test("schemas of one document share what they refer to", () => {
  const document = documentOf({ type: "object" });
  const one = closeSchema(document, pet, "response");
  const list = closeSchema(document, { type: "array", items: pet }, "response");
  expect(one.$defs).toBe(list.$defs);
  expect(closeSchema(document, pet, "request").$defs).not.toBe(one.$defs);
  expect(compileSchema(list)([{ parent: { parent: 1 } }])).toMatchObject([
    { instancePath: "/0/parent/parent" },
  ]);
});

test("schemas of two documents don't", () => {
  const validate = (Owner: object) => compileSchema(closeSchema(documentOf(Owner), pet, "response"));
  expect(validate({ type: "string" })({ owner: {} })).toHaveLength(1);
  expect(validate({ type: "object" })({ owner: {} })).toEqual([]);
});

test("a reference in a constant is data", () => {
  const validate = compileSchema({ const: { $ref: "#/$defs/Pet" }, $defs: {} });
  expect(validate({ $ref: "#/$defs/Pet" })).toEqual([]);
});

test("a reference in a property named like a keyword is followed", () => {
  const Owner = { $ref: "#/components/schemas/Owner" };
  const Kind = { type: "string", enum: ["shop", "person"] };
  const document = documentOf(
    { type: "object", properties: { type: { $ref: "#/components/schemas/Kind" }, format: Owner } },
    { Kind },
  );
  const validate = compileSchema(closeSchema(document, { type: "array", items: Owner }, "response"));
  expect(validate([{ type: "shop", format: { type: "person" } }])).toEqual([]);
  expect(validate([{ format: { type: "fish" } }])).toHaveLength(1);
});

test("what is beside a reference counts in a schema that is referred to", () => {
  const document = documentOf(
    { $ref: "#/components/schemas/Kind", minLength: 3 },
    { Kind: { type: "string" } },
  );
  const validate = compileSchema(closeSchema(document, { $ref: "#/components/schemas/Owner" }, "response"));
  expect(validate("shop")).toEqual([]);
  expect(validate("me")).toHaveLength(1);
});
