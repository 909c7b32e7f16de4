import { expect, test } from "vitest";
import { compileSchema } from "../../server/validation/schemas/compile-schema.ts";

const faults = compileSchema({ uniqueItems: true, $defs: {} });
const file = (text: string) => new File([text], "a.txt");

test.each<[unknown, boolean]>([
  [[], true],
  [[1, "1", true, "true", null, "null", [1], ["1"]], true],
  [[1, 2, 1], false],
  [["a", "b", "a"], false],
  [[null, null], false],
  [['{"a":1}', { a: 1 }], true],
  [
    [
      { a: 1, b: { c: 1, d: [2] } },
      { b: { d: [2], c: 1 }, a: 1 },
    ],
    false,
  ],
  [[{ a: [1, 2] }, { a: [2, 1] }], true],
  [[{ a: undefined }, {}], false],
  [[[{ a: 1 }], [{ a: 1 }]], false],
  [[0, -0], false],
  [[file("a"), file("b")], true],
])("%j are different: %s", (items, expected) => {
  expect(faults(items).length === 0).toBe(expected);
});

test("reports which items are the same", () => {
  expect(faults([{ a: 1 }, 2, { a: 1 }])).toMatchObject([
    { params: { i: 2, j: 0 }, message: "must NOT have duplicate items (items ## 0 and 2 are identical)" },
  ]);
});

// Comparing each with all others would take minutes.
test("many objects are compared quickly", () => {
  expect(faults(Array.from({ length: 100_000 }, (_, a) => ({ a })))).toEqual([]);
});
