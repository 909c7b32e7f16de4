import { describe, expect, test } from "vitest";
import { boundCalls } from "../../../server/database/concurrency/bounded-calls.ts";

class Busy extends Error {}
const bounds = { maxRunning: 2, maxWaiting: 3, timeoutMs: 50, refusal: () => new Busy() };

/** Lets pending callbacks run. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** A call that the test ends. */
function endless() {
  const { promise, resolve } = Promise.withResolvers<string>();
  let isBegun = false;
  return {
    run: () => {
      isBegun = true;
      return promise;
    },
    end: () => resolve("done"),
    isBegun: () => isBegun,
  };
}

describe("calls to a system that has become slow", () => {
  test("run a limited number at a time, and the others when one ends", async () => {
    const call = boundCalls({ ...bounds, timeoutMs: 10_000 });
    const all = Array.from({ length: 4 }, endless);
    const results = all.map(({ run }) => call(run));
    await turn();
    expect(all.map(({ isBegun }) => isBegun())).toEqual([true, true, false, false]);
    expect(call.load()).toEqual({ used: 2, waiting: 2 });
    for (const { end } of all) end();
    expect(await Promise.all(results)).toEqual(["done", "done", "done", "done"]);
    await turn();
    expect(call.load()).toEqual({ used: 0, waiting: 0 });
  });

  test("are refused at once when too many are waiting", async () => {
    // A call that waited would outlast the test's time limit.
    const call = boundCalls({ ...bounds, timeoutMs: 600_000 });
    const all = Array.from({ length: 5 }, endless);
    const results = all.map(({ run }) => call(run));
    await expect(call(async () => "late")).rejects.toThrow(Busy);
    for (const { end } of all) end();
    await Promise.all(results);
    expect(await call(async () => "in time")).toBe("in time");
  });

  test("are refused after a while, and then never run", async () => {
    const call = boundCalls(bounds);
    const [first, second, third] = [endless(), endless(), endless()];
    const results = [call(first.run), call(second.run)];
    await expect(call(third.run)).rejects.toThrow(Busy);
    first.end();
    second.end();
    await Promise.all(results);
    await turn();
    expect(third.isBegun()).toBe(false);
    expect(call.load()).toEqual({ used: 0, waiting: 0 });
  });

  test("that fail free their slot and pass on the error", async () => {
    const call = boundCalls({ ...bounds, maxRunning: 1 });
    const failing = call(() => Promise.reject(new Error("no such account")));
    const next = call(async () => "served");
    await expect(failing).rejects.toThrow("no such account");
    expect(await next).toBe("served");
  });
});
