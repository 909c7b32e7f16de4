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

describe("the tags of an alternative are", () => {
  test.each([
    ["its const", "Constant", ["a"]],
    ["its enum", "Listed", ["b", "c"]],
    ["those of the schema its property refers to", "Referred", ["d"]],
    ["those of its parts", "Composed", ["d"]],
    ["those that all of its parts allow", "Narrowed", ["e", "g"]],
    ["those of its alternatives", "Group", ["a", "b", "c"]],
    ["values other than strings", "Numbers", [1, 2, 3]],
    ["its name otherwise", "Open", ["Open"]],
    ["its name as spelled in components", "Odd~1name", ["Odd/name"]],
    ["its name if it allows any property", "Silent", ["Silent"]],
    ["none if it doesn't allow the property", "Closed", undefined],
    ["none if it doesn't allow its name", "Strict", undefined],
    ["none if it isn't an object", "Text", undefined],
    ["those of a nested union", "Nested", ["Open", "a"]],
    ["none if a nested alternative has none", "Vague", undefined],
  ])("is %s", (_, name, values) => {
    expect(tagsOf([ref(name)])).toEqual([values]);
  });

  test("its own even if a mapping has others, and those of the mapping if it has none", () => {
    const mapping = { x: ref("Constant").$ref, y: "Open", z: "#/components/schemas/Open", "7": "Counted" };
    expect(tagsOf([ref("Constant"), ref("Open"), ref("Counted")], { mapping })).toEqual([
      ["a"],
      ["y", "z"],
      [7],
    ]);
  });

  test("without those that a shared enum has for others", () => {
    const mapping = { cat: "Cat", dog: "Dog" };
    expect(tagsOf([ref("Cat"), ref("Dog")], { mapping })).toEqual([["cat"], ["dog"]]);
    expect(tagsOf([ref("Cat"), ref("Dog")])).toEqual([
      ["cat", "dog"],
      ["cat", "dog"],
    ]);
  });

  test("known for an inline alternative, and not for null or the default", () => {
    const inline = [tagged({ const: "i" }), tagged(text), { type: "null" }, ref("Open")];
    expect(tagsOf(inline, { defaultMapping: "Open" })).toEqual([["i"], undefined, undefined, undefined]);
  });

  test("found in a union that contains itself", () => {
    expect(tagsOf([ref("Endless"), ref("Constant")])).toEqual([["Endless", "Open"], ["a"]]);
  });
});

test("a schema without a discriminator has no tags", () => {
  expect(discriminatorTags(follow, { oneOf: [ref("Open")] })).toBeUndefined();
  expect(discriminatorTags(follow, { discriminator: { propertyName: "kind" } })).toBeUndefined();
});
