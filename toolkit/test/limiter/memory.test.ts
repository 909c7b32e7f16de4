import { describe, expect, test } from "vitest";
import { addressBucket } from "../../server/limiter/limiter.ts";
import { memoryLimiter } from "../../server/limiter/memory.ts";
import { limiterSuite, oneTo } from "./limiter-suite.ts";

describe("the limiter of one process", () => {
  const limiter = memoryLimiter();
  limiterSuite(() => limiter);
});

describe("beyond its maximum number of addresses", () => {
  const limit = { limit: 3, windowSeconds: 60 };
  const fromAddress = (n: number) => addressBucket("global", `198.51.100.${n}`);

  test("forgets the one whose window ends first, and keeps counting the others", async () => {
    const limiter = memoryLimiter({ maxAddresses: 3 });
    const used = async (n: number) => (await limiter.count(fromAddress(n), limit)).used;
    for (const n of [1, 2, 3, 1, 2, 3]) await used(n);
    expect(await used(4)).toBe(1);
    expect([await used(2), await used(3), await used(4)]).toEqual([3, 3, 2]);
    expect(await used(1)).toBe(1);
  });

  test("forgets no caller, regardless of the number of addresses", async () => {
    const limiter = memoryLimiter({ maxAddresses: 3 });
    for (const n of oneTo(10))
      expect((await limiter.count(`global:key_${n % 5}`, limit)).used).toBe(n > 5 ? 2 : 1);
    for (const n of oneTo(100)) await limiter.count(fromAddress(n), limit);
    expect((await limiter.count("global:key_1", limit)).used).toBe(3);
  });
});
