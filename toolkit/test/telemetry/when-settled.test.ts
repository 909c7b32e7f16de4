import { expect, test } from "vitest";
import { whenSettled } from "../../server/telemetry/when-settled.ts";

const broken = new Error("It broke.");

test.each<[string, () => unknown, string]>([
  ["a value", () => 1, "done"],
  ["an error", () => thrown(), "failed: It broke."],
  ["a promise", async () => 1, "done"],
  ["a rejected promise", async () => thrown(), "failed: It broke."],
])(
  "%s is reported before the caller continues, and the caller gets it unchanged",
  async (_, run, expected) => {
    const told: string[] = [];
    const ends = {
      done: () => told.push("done"),
      failed: (error: unknown) => told.push(`failed: ${(error as Error).message}`),
    };
    const outcome = await Promise.resolve()
      .then(() => whenSettled(run, ends as never))
      .then(
        (value) => [value, ...told],
        (error) => [error, ...told],
      );
    expect(outcome).toEqual([expected === "done" ? 1 : broken, expected]);
  },
);

test("a value that isn't a promise is reported and returned at once", () => {
  const told: string[] = [];
  expect(whenSettled(() => 1, { done: () => void told.push("done"), failed() {} })).toBe(1);
  expect(told).toEqual(["done"]);
});

function thrown(): never {
  throw broken;
}
