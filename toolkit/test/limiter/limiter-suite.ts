import { nanoid } from "nanoid";
import { expect, test } from "vitest";
import type { Limiter } from "../../server/limiter/limiter.ts";

/** An unused bucket. */
export const newBucket = () => `test:${nanoid()}`;

export const oneTo = (last: number) => Array.from({ length: last }, (_, n) => n + 1);

/** The behaviour of every limiter. */
export function limiterSuite(limiter: () => Limiter): void {
  const minute = { limit: 3, windowSeconds: 60 };

  test("counts requests, also beyond the limit, and reports when the window ends", async () => {
    const bucket = newBucket();
    for (const used of oneTo(5)) {
      const count = await limiter().count(bucket, minute);
      expect(count.used).toBe(used);
      expect(count.resetMs).toBeGreaterThan(55_000);
      expect(count.resetMs).toBeLessThanOrEqual(60_000);
    }
  });

  test("counts each of many concurrent requests", async () => {
    const bucket = newBucket();
    const counts = await Promise.all(oneTo(50).map(() => limiter().count(bucket, minute)));
    expect(counts.map(({ used }) => used).sort((a, b) => a - b)).toEqual(oneTo(50));
  });

  test("counts each bucket separately", async () => {
    const [one, other] = [newBucket(), newBucket()];
    await limiter().count(one, minute);
    await limiter().count(one, minute);
    expect((await limiter().count(other, minute)).used).toBe(1);
  });

  test("starts a window at its first request, and ends it regardless of later ones", async () => {
    const bucket = newBucket();
    const second = { limit: 1, windowSeconds: 1 };
    const startedAt = performance.now();
    let requests = 0;
    const next = async () => {
      requests++;
      return (await limiter().count(bucket, second)).used;
    };
    expect(await next()).toBe(1);
    await expect.poll(next, { interval: 20 }).toBe(1);
    expect(performance.now() - startedAt).toBeGreaterThan(900);
    expect(requests).toBeGreaterThan(2);
  });
}
