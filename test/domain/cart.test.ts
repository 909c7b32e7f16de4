import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CartLine,
  maxLines,
  maxQuantityPerLine,
  withMore,
  withoutBought,
  withoutLine,
  withQuantity,
} from "../../server/domain/cart.ts";
import { thrownErrorCode } from "../../toolkit/test/helpers/thrown-error-code.ts";

const poster = { _id: "poster", name: "Poster", options: [], isActive: true, currency: "eur" };
const line = (productId: string, quantity: number): CartLine => ({ productId, quantity });
const full = Array.from({ length: maxLines }, (_, n) => line(`print-${n}`, 1));

describe("more of a product", () => {
  test("adds a line at the end, or increases the existing line", () => {
    const named = (quantity: number) => ({ ...line("poster", quantity), name: "Poster" });
    expect(withMore([line("font", 1)], poster, 2, "eur")).toEqual([line("font", 1), named(2)]);
    expect(withMore([line("poster", 1), line("font", 1)], poster, 2, "eur")).toEqual([
      named(3),
      line("font", 1),
    ]);
  });

  test.each([
    ["it isn't for sale", { ...poster, isActive: false }, [], 1],
    ["it has another currency", { ...poster, currency: "usd" }, [], 1],
    ["there would be more than 999", poster, [line("poster", maxQuantityPerLine)], 1],
    ["there would be more than 100 lines", poster, full, 1],
  ])("is a CONFLICT when %s", (_, product, lines, quantity) => {
    expect(thrownErrorCode(() => withMore(lines, product, quantity, "eur"))).toBe("CONFLICT");
  });

  test("is allowed in the last line, and up to 999", () => {
    expect(withMore(full.slice(1), poster, maxQuantityPerLine, "eur")).toHaveLength(maxLines);
    expect(
      withMore([...full.slice(1), line("poster", 1)], poster, maxQuantityPerLine - 1, "eur"),
    ).toHaveLength(maxLines);
  });
});

test("a line keeps the name that its product had when it was last added", () => {
  const [added] = withMore([], poster, 5, "eur");
  if (!added) throw new Error("There is a line.");
  expect(withQuantity([added], "poster", 2)).toEqual([{ ...added, quantity: 2 }]);
  expect(withoutBought([added], [line("poster", 2)])).toEqual([{ ...added, quantity: 3 }]);
  const renamed = { ...poster, name: "Ferry Poster" };
  expect(withMore([added], renamed, 1, "eur")).toEqual([{ ...added, quantity: 6, name: "Ferry Poster" }]);
});

describe("setting a quantity", () => {
  test("replaces the previous one, and 0 removes the line", () => {
    expect(withQuantity([line("poster", 5)], "poster", 2)).toEqual([line("poster", 2)]);
    expect(withQuantity([line("poster", 5), line("font", 1)], "poster", 0)).toEqual([line("font", 1)]);
  });

  test("of a product that isn't in the cart returns undefined, whatever the quantity", () => {
    for (const quantity of [0, 1, maxQuantityPerLine + 1])
      expect(withQuantity([], "poster", quantity)).toBeUndefined();
  });

  test("above 999 is a CONFLICT", () => {
    expect(thrownErrorCode(() => withQuantity([line("poster", 1)], "poster", maxQuantityPerLine + 1))).toBe(
      "CONFLICT",
    );
  });
});

test("removing a line removes it, and removing a missing one returns undefined", () => {
  expect(withoutLine([line("poster", 5), line("font", 1)], "poster")).toEqual([line("font", 1)]);
  expect(withoutLine([line("font", 1)], "poster")).toBeUndefined();
});

test("purchased products leave the cart, and changes made in the meantime are kept", () => {
  const bought = [line("poster", 2), line("font", 1), line("notebook", 3)];
  const now = [line("poster", 5), line("notebook", 1), line("club", 1)];
  expect(withoutBought(now, bought)).toEqual([line("poster", 3), line("club", 1)]);
  expect(withoutBought(bought, bought)).toEqual([]);
  expect(withoutBought([], bought)).toEqual([]);
});

describe("after any changes to a cart", () => {
  const id = fc.constantFrom("a", "b", "c", "d");
  const step = fc.oneof(
    fc.record({
      kind: fc.constant("add" as const),
      id,
      quantity: fc.integer({ min: 1, max: maxQuantityPerLine }),
    }),
    fc.record({ kind: fc.constant("set" as const), id, quantity: fc.integer({ min: 0, max: 1500 }) }),
    fc.record({ kind: fc.constant("remove" as const), id, quantity: fc.constant(0) }),
  );

  test("it has one line per product with a quantity from 1 to 999, and refused changes changed nothing", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let lines: CartLine[] = [];
        for (const { kind, id, quantity } of steps) {
          const before = structuredClone(lines);
          const after = carryOut(lines, kind, id, quantity);
          expect(lines).toEqual(before);
          lines = after ?? lines;
          expect(new Set(lines.map(({ productId }) => productId)).size).toBe(lines.length);
          for (const one of lines) expect(one.quantity >= 1 && one.quantity <= maxQuantityPerLine).toBe(true);
        }
      }),
    );
  });

  function carryOut(lines: CartLine[], kind: "add" | "set" | "remove", id: string, quantity: number) {
    try {
      if (kind === "add") return withMore(lines, { ...poster, _id: id }, quantity, "eur");
      if (kind === "set") return withQuantity(lines, id, quantity);
      return withoutLine(lines, id);
    } catch {
      return undefined;
    }
  }
});
