import { expect, test } from "vitest";
import { nameWithOptions } from "../../server/domain/product.ts";

const called = (name: string, ...values: string[]) =>
  nameWithOptions({ name, options: values.map((value, n) => ({ name: `Option ${n}`, value })) });

test.each([
  ["Lambswool scarf", ["Red"], "Lambswool scarf – Red"],
  ["Lambswool scarf", ["Red", "Long"], "Lambswool scarf – Red / Long"],
  ["Lambswool scarf", [], "Lambswool scarf"],
])("a variant is called by its name and its options: %s, %j", (name, values, expected) => {
  expect(called(name, ...values)).toBe(expected);
});

test.each([
  ["Harbour at First Light – A4 / Sea grey", ["A4", "Sea grey"]],
  ["Scarf, red (long)", ["Red", "Long"]],
  ["Socks 36-40", ["36–40"]],
])("a name that ends with the options has them once: %s", (name, values) => {
  expect(called(name, ...values)).toBe(name);
});

test.each([
  ["Red Wing boots", ["Red"], "Red Wing boots – Red"],
  ["Scarf, infrared", ["Red"], "Scarf, infrared – Red"],
  ["Scarf – Long", ["Red", "Long"], "Scarf – Long – Red / Long"],
  ["Wood type C", ["C++"], "Wood type C – C++"],
  ["Red", ["Dark red"], "Red – Dark red"],
  ["Ornament", ["–"], "Ornament – –"],
])("a name that only contains one of them has them all: %s, %j", (name, values, expected) => {
  expect(called(name, ...values)).toBe(expected);
});
