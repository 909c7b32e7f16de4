import { describe, expect, test, vi } from "vitest";
import { fairCalls } from "../../../server/database/concurrency/fair-calls.ts";

const bounds = {
  maxRunning: 1,
  maxWaitingPerGroup: 3,
  maxWaiting: 5,
  timeoutMs: 1000,
  refusal: () => new Error("Too many wait."),
};

/** Calls that the test ends, in the order in which they started. */
function createCalls(changes: Partial<typeof bounds> = {}) {
  const calls = fairCalls({ ...bounds, ...changes });
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const ask = (name: string) => {
    const answer = calls(name.slice(0, 1), async () => {
      begun.push(name);
      await new Promise<void>((resolve) => ends.push(resolve));
      return name;
    });
    answer.catch(() => {});
    return answer;
  };
  const endNext = async () => {
    ends.shift()?.();
    for (let n = 0; n < 10; n++) await Promise.resolve();
  };
  return { calls, begun, ask, endNext };
}

test("as many run at once as allowed, and their results are returned", async () => {
  const { begun, ask, endNext, calls } = createCalls({ maxRunning: 2 });
  const answers = ["a1", "a2", "a3"].map(ask);
  await Promise.resolve();
  expect([begun, calls.load()]).toEqual([["a1", "a2"], { used: 2, waiting: 1 }]);
  for (let n = 0; n < 3; n++) await endNext();
  expect(await Promise.all(answers)).toEqual(["a1", "a2", "a3"]);
  expect(calls.load()).toEqual({ used: 0, waiting: 0 });
});

test("groups take turns, so that a busy group delays only itself", async () => {
  const { begun, ask, endNext } = createCalls({ maxWaiting: 10 });
  for (const name of ["a0", "a1", "a2", "a3", "b1", "c1", "b2"]) void ask(name);
  for (let n = 0; n < 7; n++) await endNext();
  expect(begun).toEqual(["a0", "a1", "b1", "c1", "a2", "b2", "a3"]);
});

describe("is refused", () => {
  test("a call beyond a group's waiting limit", async () => {
    const { ask } = createCalls();
    for (const name of ["a0", "a1", "a2", "a3"]) void ask(name);
    await expect(ask("a4")).rejects.toThrow("Too many wait.");
    await expect(Promise.race([ask("b1"), Promise.resolve("waits")])).resolves.toBe("waits");
  });

  test("the second of a group once all slots are taken, and not the first", async () => {
    const { ask, calls } = createCalls();
    for (const name of ["a0", "a1", "a2", "b1", "b2", "c1"]) void ask(name);
    await expect(ask("c2")).rejects.toThrow("Too many wait.");
    void ask("d1");
    expect(calls.load()).toEqual({ used: 1, waiting: 6 });
  });

  test("a call that has waited too long; the others keep their turns", async () => {
    vi.useFakeTimers();
    try {
      const { ask, begun, endNext, calls } = createCalls();
      void ask("a0");
      const late = ask("a1");
      vi.advanceTimersByTime(600);
      void ask("b1");
      vi.advanceTimersByTime(600);
      await expect(late).rejects.toThrow("Too many wait.");
      expect(calls.load()).toEqual({ used: 1, waiting: 1 });
      await endNext();
      expect(begun).toEqual(["a0", "b1"]);
    } finally {
      vi.useRealTimers();
    }
  });
});

test("a call that fails frees its slot for the next", async () => {
  const { calls } = createCalls();
  await expect(calls("a", () => Promise.reject(new Error("boom")))).rejects.toThrow("boom");
  expect(await calls("a", async () => "next")).toBe("next");
});
