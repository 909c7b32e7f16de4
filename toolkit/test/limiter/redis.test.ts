import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { withRedis } from "../../../test/helpers/outside.ts";
import { openProxy } from "../../../test/helpers/processes/proxy.ts";
import { redisLimiter, type SharedLimiter } from "../../server/limiter/redis.ts";
import { createLog } from "../../server/log/log.ts";
import { limiterSuite, newBucket, oneTo } from "./limiter-suite.ts";

const limit = { limit: 3, windowSeconds: 60 };
const away = "memory (Redis is unavailable)";
const wentAway = "Redis is unavailable: each process counts requests by itself";
const cameBack = "Redis is available again: the processes share their counts";

/** A process's limiter, and its log. */
async function open(url: string) {
  const lines: string[] = [];
  const limiter = await redisLimiter(url, createLog({ write: (line) => void lines.push(line) }));
  onTestFinished(() => limiter.close());
  return { limiter, lines, messages: () => lines.map((line) => JSON.parse(line).msg) };
}

const eventually = (isSo: () => void) => vi.waitFor(isSo, { interval: 20 });

withRedis("the limiter of several processes, on Redis", (url) => {
  let limiter: SharedLimiter;
  beforeAll(async () => {
    limiter = await redisLimiter(url, createLog({ write: () => {} }));
  });
  afterAll(() => limiter.close());
  limiterSuite(() => limiter);

  test("counts once across processes", async () => {
    const [here, there] = [await open(url), await open(url)];
    const bucket = newBucket();
    const counts = await Promise.all(
      oneTo(40).map((n) => (n % 2 ? here : there).limiter.count(bucket, limit)),
    );
    expect(counts.map(({ used }) => used).sort((a, b) => a - b)).toEqual(oneTo(40));
    expect(here.limiter.where()).toBe("redis");
    expect(here.messages()).toEqual([]);
  });

  test("a process that is busy for longer than its timeout doesn't assume that Redis is unreachable", async () => {
    // Through this process, so the answer needs several turns of its event loop.
    const { limiter, messages } = await open((await openProxy(url, 6379)).url);
    const bucket = newBucket();
    const counts = oneTo(5).map(() => limiter.count(bucket, limit));
    for (const until = performance.now() + 300; performance.now() < until; );
    expect((await Promise.all(counts)).map(({ used }) => used).sort()).toEqual(oneTo(5));
    expect([limiter.where(), messages()]).toEqual(["redis", []]);
  });

  test.each(["cut", "hang"] as const)(
    "if Redis is unavailable (%s), counts by itself without delay, logs that once, and reconnects",
    async (how) => {
      const proxy = await openProxy(url, 6379);
      const { limiter, messages } = await open(proxy.url);
      const bucket = newBucket();
      await limiter.count(bucket, limit);
      expect((await limiter.count(bucket, limit)).used).toBe(2);

      proxy[how]();
      // Requests in progress wait for Redis briefly; later ones don't.
      const counts = await Promise.all(oneTo(50).map(() => limiter.count(bucket, limit)));
      expect(counts.map(({ used }) => used).sort((a, b) => a - b)).toEqual(oneTo(50));
      // If each waited for Redis, they would take longer than a test may.
      for (const _ of oneTo(2000)) await limiter.count(bucket, limit);
      expect(limiter.where()).toBe(away);

      proxy.restore();
      await eventually(() => expect(limiter.where()).toBe("redis"));
      expect((await limiter.count(bucket, limit)).used).toBeGreaterThanOrEqual(3);
      expect(messages()).toEqual([wentAway, cameBack]);
    },
  );

  test("starts without Redis, logs that without the address, and connects later", async () => {
    const proxy = await openProxy(url, 6379);
    proxy.cut();
    const secret = new URL(proxy.url);
    secret.username = "counterpart";
    secret.password = "hunter2";
    const { limiter, lines, messages } = await open(secret.href);
    expect(limiter.where()).toBe(away);
    expect((await limiter.count(newBucket(), limit)).used).toBe(1);
    expect(messages()).toEqual([wentAway]);
    expect(lines.join()).not.toContain("hunter2");

    const without = await openProxy(url, 6379);
    without.hang();
    const other = await open(without.url);
    expect(other.messages()).toEqual([wentAway]);
    without.restore();
    await eventually(() => expect(other.limiter.where()).toBe("redis"));
    expect(other.messages()).toEqual([wentAway, cameBack]);
  });
});

test("an unreachable Redis doesn't prevent a process from starting", async () => {
  const { limiter, lines, messages } = await open("redis://counterpart:hunter2@127.0.0.1:1/0");
  expect(limiter.where()).toBe(away);
  expect((await limiter.count("a", limit)).used).toBe(1);
  expect((await limiter.count("a", limit)).used).toBe(2);
  expect(messages()).toEqual([wentAway]);
  expect(lines.join()).not.toContain("hunter2");
});
