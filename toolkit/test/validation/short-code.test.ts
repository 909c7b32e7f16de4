import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { readDocument, type Schema } from "../../document/document.ts";
import { createSchemaCompiler } from "../../validation/schemas/schema-compiler.ts";
import { codeShortener } from "../../validation/schemas/short-code.ts";
import { compiledCode } from "../helpers/compiled-code.ts";

function compile(schema: Schema) {
  const document = readDocument({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} });
  const owner = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  Object.assign(document.root, { components: { schemas: { Owner: { allOf: [owner], $defs: long } } } });
  return createSchemaCompiler(document, "response").compile(schema);
}

/** Longer than what the validator writes in place of a reference. */
const long = Object.fromEntries(Array.from({ length: 50 }, (_, n) => [`p${n}`, { type: "string" }]));
const owner = { $ref: "#/components/schemas/Owner" };

test("what tells of no fault what it is says the same few things in little code", () => {
  const code = compiledCode();
  const { firstFault } = compile({
    type: "object",
    required: ["name", "tag"],
    properties: {
      name: { type: "string", format: "uuid" },
      owner,
      either: { anyOf: [{ type: "string" }, { type: "integer" }] },
    },
  });
  expect(code).toHaveLength(1);
  const [short = ""] = code;
  expect(short).toContain("return fail(validate0);");
  expect(short).toContain("vErrors = more(vErrors);");
  expect(short).toContain("vErrors = moreOf(vErrors, validate");
  for (const long of ["[{}]", "else {}", "{}if(", " = {};", "concat(", 'missing0 = "']) {
    expect(short.replace(/\{instancePath=.*?\}=\{\}/, "")).not.toContain(long);
  }
  expect(firstFault({ tag: 1 })?.[0]?.pointer).toBe("/name");
  expect(firstFault({ name: "", tag: 1 })?.[0]?.rule).toBe("format");
});

test("an empty block stays where an `else` belongs to it", () => {
  const shorten = codeShortener(new Ajv());
  expect(shorten("if(valid1){}else {x();}")).toMatch(/;if\(valid1\)\{\}else \{x\(\);\}$/);
  expect(shorten("if(valid1){}x();")).toMatch(/;x\(\);$/);
  expect(shorten("if(a){x();}else {}")).toMatch(/;if\(a\)\{x\(\);\}$/);
});

test("of several faults in alternatives and references each is counted", () => {
  const { firstFault } = compile({
    properties: {
      owners: { type: "array", contains: owner },
      one: { oneOf: [owner, { type: "string" }, { anyOf: [owner, { type: "null" }] }] },
      no: { not: { anyOf: [owner, { type: "string" }] } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      either: { if: owner, then: { maxProperties: 1 }, else: { type: "string" } },
    },
  });
  const person = { name: "Ada" };
  for (const valid of [
    { owners: [1, {}, person, "x"] },
    { one: null },
    { one: "x" },
    { no: 1 },
    { either: person },
    { either: "x" },
  ]) {
    expect(firstFault(valid)).toBeUndefined();
  }
  for (const [name, value] of [
    ["owners", [1, {}, "x"]],
    ["one", person],
    ["one", 1],
    ["no", person],
    ["no", "x"],
    ["either", { ...person, age: 36 }],
    ["either", 1],
  ] as const) {
    expect(firstFault({ [name]: value })).not.toBeUndefined();
  }
});

test.each([
  "validate0.errors = [{}];return false;",
  'x") || (1 && (missing0 = "x")',
  "else {}",
  "if(valid1){}",
  'a "text" and \\',
])("a text that looks like code stays: %s", (text) => {
  const code = compiledCode();
  const { firstFault } = compile({ required: [text], properties: { [text]: { enum: [text, "other"] } } });
  expect(firstFault({ [text]: text })).toBeUndefined();
  // Were it refused, what describes faults would have been compiled, and have found none.
  expect(code).toHaveLength(1);
  expect(firstFault({})).toHaveLength(1);
  expect(firstFault({ [text]: "" })).toHaveLength(1);
});
