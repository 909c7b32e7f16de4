import { expect, test } from "vitest";
import { targetIn } from "../../../server/document/references.ts";
import { repairDocument } from "../../../server/document/repair/repair-document.ts";

const marked = { type: "object", properties: { mark: { type: "string" } } };
const wide = { type: "object" };

test.each<[string, object, string]>([
  ["alternatives where one contains another", { oneOf: [wide, marked] }, "oneOf/1"],
  ["such alternatives beside other keywords", { anyOf: [{}], oneOf: [wide, marked] }, "oneOf/1"],
  ["a part of a nullable schema", { nullable: true, allOf: [wide, marked] }, "allOf/1"],
  ["alternatives of a nullable schema", { nullable: true, oneOf: [wide, marked] }, "oneOf/1"],
  [
    "alternatives beside other keywords of a nullable schema",
    { nullable: true, anyOf: [marked], oneOf: [wide, {}] },
    "anyOf/0",
  ],
  ["an item of a tuple", { type: "array", items: [wide, marked] }, "items/1"],
  ["the rest of a tuple", { items: [wide], additionalItems: marked }, "additionalItems"],
  [
    "a moved schema within a moved one",
    { nullable: true, allOf: [{ nullable: true, allOf: [marked] }] },
    "allOf/0/allOf/0",
  ],
])("a reference follows %s", (_, schema, within) => {
  const target = `#/components/schemas/Crate/${within}`;
  const { raw } = repairDocument({
    openapi: "3.0.3",
    info: { title: "Harbour", version: "1" },
    paths: {},
    components: {
      schemas: {
        Crate: schema,
        Mark: { $ref: target },
        Load: {
          oneOf: [{ $ref: target }],
          discriminator: { propertyName: "mark", mapping: { here: target, there: "Mark" } },
        },
      },
    },
  });
  const { Mark, Load } = raw.components.schemas;
  expect(targetIn(raw, Mark.$ref)).toEqual(marked);
  expect(Load.oneOf).toEqual([Mark]);
  expect(Load.discriminator.mapping).toEqual({ here: Mark.$ref, there: "Mark" });
});

test.each([
  ["a component", "#/components/schemas/Crate/oneOf/1"],
  ["the shape of errors", "#/x-error-schema/oneOf/1"],
])("a discriminator's mapping follows a part of %s that nothing else refers to", (_, target) => {
  const union = { nullable: true, oneOf: [wide, marked] };
  const discriminator = { propertyName: "mark", mapping: { here: target } };
  const { raw } = repairDocument({
    openapi: "3.0.3",
    info: { title: "Harbour", version: "1" },
    paths: {},
    components: { schemas: { Crate: union, Load: { discriminator } } },
    "x-error-schema": union,
  });
  const { here } = raw.components.schemas.Load.discriminator.mapping;
  expect(targetIn(raw, here)).toEqual(marked);
});
