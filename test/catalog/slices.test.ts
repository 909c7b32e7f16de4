import { expect, test } from "vitest";
import { createSlices } from "../../server/merchants/catalogs/slices.ts";

test("groups take turns, and each slice is in another turn of the event loop", async () => {
  const { next } = createSlices({ sliceMs: 0 });
  const order: string[] = [];
  let turn = 0;
  const count = (): void => {
    turn++;
    if (order.length < 5) setImmediate(count);
  };
  setImmediate(count);
  const turns: number[] = [];
  const slice = async (group: string) => {
    await next(group);
    order.push(group);
    turns.push(turn);
  };
  await Promise.all([slice("large"), slice("large"), slice("large"), slice("small"), slice("other")]);
  expect(order).toEqual(["large", "large", "small", "other", "large"]);
  expect(new Set(turns).size).toBe(5);
});

test("a slice goes on until its time is over", async () => {
  const { next } = createSlices({ sliceMs: 60_000 });
  expect(next("a")).toBeInstanceOf(Promise);
  await next("a");
  expect(next("a")).toBeUndefined();
});
