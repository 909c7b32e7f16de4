import { describe, expect, test } from "vitest";
import type { Schema } from "../../../server/document/document.ts";
import { discriminatorTags } from "../../../server/document/schemas/discriminator-tags.ts";

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });
const tagged = (kind: unknown, more: Schema = {}): Schema => ({ properties: { kind }, ...more });
const text = { type: "string" };

const schemas: Record<string, Schema> = {
  Constant: tagged({ const: "a" }, { required: ["kind"] }),
  Listed: tagged({ type: "string", enum: ["b", "c"] }),
  Kind: { const: "d" },
  Referred: tagged(ref("Kind")),
  Composed: { allOf: [{ type: "object" }, tagged({ allOf: [ref("Kind")] })] },
  Narrowed: { allOf: [tagged({ enum: ["e", "f", "g"] }), tagged({ enum: ["g", "e"] })] },
  Group: { oneOf: [ref("Constant"), ref("Listed"), { type: "null" }] },
  Numbers: tagged({ anyOf: [{ const: 1 }, { enum: [2, 3] }] }),
  Open: tagged(text),
  "Odd/name": tagged(text),
  Silent: { type: "object" },
  Closed: { type: "object", additionalProperties: false },
  Strict: tagged({ ...text, pattern: "^[a-z]+$" }),
  Counted: tagged({ type: "integer" }),
  Text: text,
  Animal: tagged({ enum: ["cat", "dog"] }),
  Cat: { allOf: [ref("Animal")] },
  Dog: { allOf: [ref("Animal")] },
  Nested: { oneOf: [ref("Open"), ref("Constant")], discriminator: { propertyName: "kind" } },
  Vague: { oneOf: [ref("Open"), ref("Strict")], discriminator: { propertyName: "kind" } },
  Endless: { anyOf: [ref("Endless"), ref("Open")], discriminator: { propertyName: "kind" } },
};

function follow({ $ref }: Schema): Schema {
  return schemas[String($ref).slice("#/components/schemas/".length).replace("~1", "/")] ?? {};
}

function tagsOf(alternatives: Schema[], more: object = {}) {
  const union = { oneOf: alternatives, discriminator: { propertyName: "kind", ...more } };
  return discriminatorTags(follow, union)?.tags.map((tag) => tag?.values);
}

describe("the tag of an alternative", () => {
  test.each([
    ["its const", "Constant", ["a"]],
    ["its enum", "Listed", ["b", "c"]],
    ["what its property refers to", "Referred", ["d"]],
    ["what its parts say", "Composed", ["d"]],
    ["what all of its parts allow", "Narrowed", ["e", "g"]],
    ["those of its alternatives", "Group", ["a", "b", "c"]],
    ["other values than texts", "Numbers", [1, 2, 3]],
    ["otherwise its name", "Open", ["Open"]],
    ["its name as it is spelled in components", "Odd~1name", ["Odd/name"]],
    ["its name where it allows any property", "Silent", ["Silent"]],
    ["nothing where it allows no such property", "Closed", undefined],
    ["nothing where it doesn't allow its name", "Strict", undefined],
    ["nothing where it isn't an object", "Text", undefined],
    ["those of a union within it", "Nested", ["Open", "a"]],
    ["nothing where one within it has none", "Vague", undefined],
  ])("is %s", (_, name, values) => {
    expect(tagsOf([ref(name)])).toEqual([values]);
  });

  test("is its own also where a mapping names others, and those of the mapping where it has none", () => {
    const mapping = { x: ref("Constant").$ref, y: "Open", z: "#/components/schemas/Open", "7": "Counted" };
    expect(tagsOf([ref("Constant"), ref("Open"), ref("Counted")], { mapping })).toEqual([
      ["a"],
      ["y", "z"],
      [7],
    ]);
  });

  test("leaves out what a shared enum has for others", () => {
    const mapping = { cat: "Cat", dog: "Dog" };
    expect(tagsOf([ref("Cat"), ref("Dog")], { mapping })).toEqual([["cat"], ["dog"]]);
    expect(tagsOf([ref("Cat"), ref("Dog")])).toEqual([
      ["cat", "dog"],
      ["cat", "dog"],
    ]);
  });

  test("is one of an alternative that isn't a reference, and none of null or of the default", () => {
    const inline = [tagged({ const: "i" }), tagged(text), { type: "null" }, ref("Open")];
    expect(tagsOf(inline, { defaultMapping: "Open" })).toEqual([["i"], undefined, undefined, undefined]);
  });

  test("is found in a union that contains itself", () => {
    expect(tagsOf([ref("Endless"), ref("Constant")])).toEqual([["Endless", "Open"], ["a"]]);
  });
});

test("a schema without a discriminator has no tags", () => {
  expect(discriminatorTags(follow, { oneOf: [ref("Open")] })).toBeUndefined();
  expect(discriminatorTags(follow, { discriminator: { propertyName: "kind" } })).toBeUndefined();
});
