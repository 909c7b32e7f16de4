import { expect, test } from "vitest";
import { readDocument, type Schema } from "../../document/document.ts";
import { createSchemaCompiler } from "../../validation/schema-compiler.ts";

const to = (name: string) => ({ $ref: `#/components/schemas/${name}` });

function compilerOf(schemas: Record<string, Schema>) {
  const info = { title: "Pets", version: "1" };
  const document = readDocument({ openapi: "3.1.0", info, paths: {} });
  // Reading would repair the faults.
  Object.assign(document.root, { components: { schemas } });
  return createSchemaCompiler(document, "response");
}

/** Longer than what the validator writes in place of a reference. */
const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: "string" }]));

test("what a value doesn't have isn't compiled", () => {
  const schemas = {
    Pet: { type: "object", properties: { owner: to("Owner"), ...long } },
    Owner: { type: "object", properties: { name: { type: "a type that there isn't" }, ...long } },
  };
  const validate = compilerOf(schemas).compile(to("Pet"));
  expect(validate({ p1: "Rex" })).toBeUndefined();
  expect(() => validate({ owner: {} })).toThrow("type");
});

test("what a reference leads to by way of others is checked when it is asked for", () => {
  const { assertCompiles } = compilerOf({
    Pet: { type: "object", properties: { owner: to("Owner"), parent: to("Pet") } },
    Owner: { type: "object", properties: { address: to("Address") } },
    Address: { type: "a type that there isn't" },
  });
  expect(() => assertCompiles({ type: "array", items: to("Pet") })).toThrow("type");
  expect(() => assertCompiles(to("Missing"))).toThrow("leads nowhere");
});

test("properties that a reference evaluates aren't unevaluated", () => {
  const schemas = {
    Pet: { allOf: [to("Named")], unevaluatedProperties: false },
    Named: { allOf: [to("Tagged")], properties: { name: { type: "string" }, ...long } },
    Tagged: { type: "object", properties: { tag: { type: "string" }, ...long } },
  };
  const validate = compilerOf(schemas).compile(to("Pet"));
  expect(validate({ name: "Rex", tag: "dog" })).toBeUndefined();
  expect(validate({ name: "Rex", colour: "brown" })).toHaveLength(1);
});

test("a schema that contains itself is checked at every level", () => {
  const schemas = { Node: { type: "object", properties: { next: to("Node"), ...long } } };
  const validate = compilerOf(schemas).compile(to("Node"));
  expect(validate({ next: { next: { next: {} } } })).toBeUndefined();
  expect(validate({ next: { next: { next: 1 } } })).toEqual([
    { path: "/next/next/next", pointer: "/next/next/next", rule: "type", message: "must be object" },
  ]);
});
