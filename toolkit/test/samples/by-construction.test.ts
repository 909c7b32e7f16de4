import { expect, test } from "vitest";
import type { Schema } from "../../server/document/document.ts";
import { fitsSimply, isByConstruction } from "../../testing/samples/values/by-construction.ts";
import { flatten } from "../../testing/samples/values/flat.ts";

const $defs: Record<string, Schema> = {
  Buoy: { type: "object", properties: { name: { type: "string" } } },
};
const flat = (schema: Schema) => flatten(schema, $defs);

test.each<[Schema, boolean]>([
  [{ type: "string", format: "date" }, true],
  [{ type: "string", format: "date", pattern: "^2" }, false],
  [{ anyOf: [{ type: "string" }, { type: "integer" }], description: "A name or a number." }, true],
  [
    {
      anyOf: [
        { type: "string", maxLength: 3 },
        { type: "string", minLength: 2 },
      ],
    },
    true,
  ],
  [{ oneOf: [{ type: "string" }, { type: "null" }] }, true],
  [{ oneOf: [{ $ref: "#/$defs/Buoy" }, { type: "string" }] }, true],
  [{ oneOf: [{ $ref: "#/$defs/Buoy" }, { type: "object", required: ["depth"] }] }, false],
  [{ oneOf: [{ type: "integer" }, { type: "number" }] }, false],
  [{ anyOf: [{ type: "string" }, { not: { type: "string" } }] }, false],
  [{ anyOf: [{ required: ["a"] }, { required: ["b"] }], properties: { a: {}, b: {} } }, false],
  [{ anyOf: [{ type: "string" }, { type: "integer" }], maxLength: 3 }, false],
  [{ if: { type: "string" }, else: { minimum: 1 } }, false],
])("whether values of %j need no validator: %j", (schema, expected) => {
  expect(isByConstruction(flat(schema), flat)).toBe(expected);
});

test.each<[Schema, unknown, boolean | undefined]>([
  [{ type: "string", description: "A name." }, "Ann", true],
  [{ type: "string" }, 1, false],
  [{ type: ["integer", "null"] }, null, true],
  [{ enum: [{ a: 1 }, "b"] }, { a: 1 }, true],
  [{ enum: ["a"] }, "b", false],
  [{ type: "string", maxLength: 3 }, "Annabel", undefined],
  [{ type: "string", pattern: "^A" }, "Bob", undefined],
  [{ anyOf: [{ type: "string" }] }, 1, undefined],
  [{ not: { type: "string" } }, "Ann", undefined],
])("whether %j allows %j, by its type or enum alone: %j", (schema, value, expected) => {
  expect(fitsSimply(flat(schema), value)).toBe(expected);
});
