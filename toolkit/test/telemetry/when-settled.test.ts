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
    const calls: string[] = [];
    const ends = {
      done: () => calls.push("done"),
      failed: (error: unknown) => calls.push(`failed: ${(error as Error).message}`),
    };
    const outcome = await Promise.resolve()
      .then(() => whenSettled(run, ends as never))
      .then(
        (value) => [value, ...calls],
        (error) => [error, ...calls],
      );
    expect(outcome).toEqual([expected === "done" ? 1 : broken, expected]);
  },
);

test("a value that isn't a promise is reported and returned at once", () => {
  const calls: string[] = [];
  expect(whenSettled(() => 1, { done: () => void calls.push("done"), failed() {} })).toBe(1);
  expect(calls).toEqual(["done"]);
});

function thrown(): never {
  throw broken;
}
