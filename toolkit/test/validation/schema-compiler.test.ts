import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { readDocument } from "../../server/document/read-document.ts";
import { createSchemaCompiler } from "../../server/validation/schemas/schema-compiler.ts";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function pets() {
  return readDocument({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} });
}

function compilerOf(schemas: Record<string, Schema>) {
  const document = pets();
  // Reading would repair the faults.
  Object.assign(document.root, { components: { schemas } });
  return createSchemaCompiler(document, "response");
}

/** Longer than the schemas that the validator inlines. */
const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: "string" }]));

test("schemas that a value doesn't need aren't compiled", () => {
  const schemas = {
    Pet: { type: "object", properties: { owner: to("Owner"), ...long } },
    Owner: { type: "object", properties: { name: { type: "nonexistent" }, ...long } },
  };
  const { firstFault: validate } = compilerOf(schemas).compile(to("Pet"));
  expect(validate({ p1: "Rex" })).toBeUndefined();
  expect(() => validate({ owner: {} })).toThrow("type");
});

test("the target of an indirect reference is compiled on demand", () => {
  const { assertCompiles } = compilerOf({
    Pet: { type: "object", properties: { owner: to("Owner"), parent: to("Pet") } },
    Owner: { type: "object", properties: { address: to("Address") } },
    Address: { type: "nonexistent" },
  });
  expect(() => assertCompiles({ type: "array", items: to("Pet") })).toThrow("type");
  expect(() => assertCompiles(to("Missing"))).toThrow("points to nothing");
});

test("properties that a reference evaluates aren't unevaluated", () => {
  const schemas = {
    Pet: { allOf: [to("Named")], unevaluatedProperties: false },
    Named: { allOf: [to("Tagged")], properties: { name: { type: "string" }, ...long } },
    Tagged: { type: "object", properties: { tag: { type: "string" }, ...long } },
  };
  const { firstFault: validate } = compilerOf(schemas).compile(to("Pet"));
  expect(validate({ name: "Rex", tag: "dog" })).toBeUndefined();
  expect(validate({ name: "Rex", colour: "brown" })).toHaveLength(1);
});

test("a schema that contains itself is checked at every level", () => {
  const schemas = { Node: { type: "object", properties: { next: to("Node"), ...long } } };
  const { firstFault: validate } = compilerOf(schemas).compile(to("Node"));
  expect(validate({ next: { next: { next: {} } } })).toBeUndefined();
  expect(validate({ next: { next: { next: 1 } } })).toEqual([
    { path: "/next/next/next", pointer: "/next/next/next", rule: "type", message: "must be object" },
  ]);
});

test("a valid value has no errors, and another one its first or all", () => {
  const { compile } = compilerOf({ Pet: { type: "object", required: ["name", "tag"], properties: long } });
  const one = compile(to("Pet"));
  const list = compile({ type: "array", items: to("Pet") });
  const valid = { name: "Rex", tag: "dog" };
  expect([one.firstFault(valid), one.allFaults(valid), list.firstFault([valid])]).toEqual(
    Array(3).fill(undefined),
  );
  expect(one.firstFault({})).toHaveLength(1);
  expect(one.firstFault({ tag: "dog" })).toHaveLength(1);
  expect(one.allFaults({})).toHaveLength(2);
  expect(list.firstFault([{}])).toHaveLength(1);
});

test("reports the same error even if a default was filled in before", () => {
  const schema = {
    type: "object",
    properties: { colour: { default: "red" }, legs: { type: "integer" } },
    maxProperties: 2,
  };
  const { firstFault } = createSchemaCompiler(pets(), "request").compile(schema);
  const value = { legs: "four" };
  expect(firstFault(value)).toMatchObject([{ pointer: "/legs", rule: "type" }]);
  expect(value).toEqual({ colour: "red", legs: "four" });
});

test("a reference in a property named like a keyword is followed", () => {
  const schemas = {
    Pet: { type: "object", properties: { type: to("Kind"), format: to("Pet") } },
    Kind: { type: "string", enum: ["cat", "dog"] },
  };
  const { firstFault: validate } = compilerOf(schemas).compile({ type: "array", items: to("Pet") });
  expect(validate([{ type: "cat", format: { type: "dog" } }])).toBeUndefined();
  expect(validate([{ format: { type: "fish" } }])).toHaveLength(1);
});

test("unknown keywords mean nothing to the validator", () => {
  const schema = { type: "string", $async: true, formatMinimum: "b", transform: ["trim"], nullable: true };
  const { firstFault } = compilerOf({ Pet: schema }).compile(to("Pet"));
  expect(firstFault("a")).toBeUndefined();
  expect(firstFault(null)).toHaveLength(1);
});

test.each([
  '"dependentSchemas": { "__proto__": { "required": ["with"] } }',
  '"dependentRequired": { "__proto__": ["with"] }',
])("`__proto__` is a property like others in %s", (keyword) => {
  const schemas = { Pet: JSON.parse(`{ "type": "object", ${keyword} }`) };
  const document = readDocument({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {},
    components: { schemas },
  });
  const { firstFault } = createSchemaCompiler(document, "response").compile(to("Pet"));
  const faults = ["{}", '{ "__proto__": 1, "with": 2 }', '{ "__proto__": 1 }'].map((text) =>
    firstFault(JSON.parse(text))?.map(({ pointer }) => pointer),
  );
  expect(faults).toEqual([undefined, undefined, ["/with"]]);
});

test("lengths count characters as ajv does, though one may have two code units", () => {
  const texts = ["", "a", "🐶", "\ud83d", "aa", "a🐶", "🐶🐶", "aaa", "🐶a🐶", "🐶🐶🐶", "aaaa", "🐶🐶🐶🐶"];
  const plain = new Ajv2020({ strict: false });
  for (const keyword of ["minLength", "maxLength"])
    for (const limit of [0, 1, 2, 3]) {
      const schema = { type: "string", [keyword]: limit };
      const judge = plain.compile(schema);
      const { allFaults } = compilerOf({}).compile(schema);
      const expected = (text: string) =>
        judge(text) ? undefined : judge.errors?.map(({ message }) => message);
      for (const text of texts)
        expect(
          allFaults(text)?.map(({ message }) => message),
          `${keyword} ${limit} ${text}`,
        ).toEqual(expected(text));
    }
});
