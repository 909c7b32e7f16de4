import { describe, expect, test } from "vitest";
import { combinationsOf, matrixOf, optionsOf } from "../../server/merchants/products/variant-matrix.ts";

const size = { name: "Size", values: ["A4", "A3"] };
const colour = { name: "Colour", values: ["Red", "Blue"] };
const variant = (id: string, options: Record<string, string>) => ({
  id,
  options: Object.entries(options).map(([name, value]) => ({ name, value })),
});

function matched(options: Parameters<typeof combinationsOf>[0], variants: ReturnType<typeof variant>[]) {
  const { rows, others } = matrixOf(combinationsOf(options), variants);
  const texts = rows.map(
    (row) => `${row.options.map(({ value }) => value).join("/")}=${row.variant?.id ?? "new"}`,
  );
  return [texts, others.map(({ id }) => id)];
}

describe("the matrix of a product's options", () => {
  test("has each combination once", () => {
    expect(combinationsOf([size, colour]).map((one) => one.map(({ value }) => value).join("/"))).toEqual([
      "A4/Red",
      "A4/Blue",
      "A3/Red",
      "A3/Blue",
    ]);
  });

  test("keeps the variants that have a combination, in any order, and names those that no longer have one", () => {
    const variants = [
      variant("1", { Size: "A3" }),
      variant("2", { Size: "A4" }),
      variant("3", { Size: "A2" }),
    ];
    expect(matched([size], variants)).toEqual([["A4=2", "A3=1"], ["3"]]);
    expect(optionsOf(variants)).toEqual([{ name: "Size", values: ["A3", "A4", "A2"] }]);
  });

  test("gives a variant the first value of a new option, and keeps one of each without an option that goes", () => {
    const two = [variant("1", { Size: "A4" }), variant("2", { Size: "A3" })];
    expect(matched([size, colour], two)).toEqual([
      ["A4/Red=1", "A4/Blue=new", "A3/Red=2", "A3/Blue=new"],
      [],
    ]);
    const four = [variant("1", { Size: "A4", Colour: "Red" }), variant("2", { Size: "A4", Colour: "Blue" })];
    expect(matched([size], four)).toEqual([["A4=1", "A3=new"], ["2"]]);
  });

  test("makes a product without options its first variant", () => {
    expect(matched([size], [variant("1", {})])).toEqual([["A4=1", "A3=new"], []]);
  });
});
