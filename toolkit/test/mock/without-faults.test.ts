import { expect, test } from "vitest";
import { withoutFaults } from "../../testing/mock/replies/fit-reply.ts";

/** The pointers of all negative numbers in nested lists. */
const negatives = (value: unknown): string[] =>
  (value as number[][]).flatMap((row, y) => row.flatMap((one, x) => (one < 0 ? [`/${y}/${x}`] : [])));

test("invalid parts are removed, and their parents if that doesn't help", () => {
  expect(
    withoutFaults(
      [
        [1, -1],
        [-2, 2, -3],
      ],
      negatives,
    ),
  ).toEqual([[1], [2]]);
  const isWhole = (value: unknown) =>
    (value as number[][]).flatMap((row, y) => (row.length < 2 || row.includes(-1) ? [`/${y}/0`] : []));
  expect(
    withoutFaults(
      [
        [1, 2],
        [-1, 2],
      ],
      isWhole,
    ),
  ).toEqual([[1, 2]]);
});

test("a value with thousands of errors is given up soon", () => {
  const rows = Array.from({ length: 50 }, () => Array.from({ length: 50 }, () => -1));
  let tries = 0;
  const counting = (value: unknown) => {
    tries++;
    // Many alternatives report the same error.
    return negatives(value).flatMap((pointer) => [pointer, pointer]);
  };
  expect(withoutFaults(rows, counting)).toBeUndefined();
  expect(tries).toBeLessThan(10);
});

test("if nothing helps, each place is tried once", () => {
  let tries = 0;
  const always = () => {
    tries++;
    return ["/0/0", "/0/0", "/0/0"];
  };
  expect(withoutFaults([[1]], always)).toBeUndefined();
  expect(tries).toBe(3);
});
