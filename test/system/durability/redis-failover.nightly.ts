import { tryRedis } from "@counterpart/server";
import { createLog } from "@counterpart/server/log";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { redisLimiter, type SharedLimiter } from "../../../toolkit/server/limiter/redis.ts";
import { freePort } from "../../helpers/processes/free-port.ts";
import { askRedis as ask, hasRedisServer, startRedis } from "../../helpers/processes/own-redis.ts";
import { startSentinel } from "../../helpers/processes/own-sentinel.ts";
import { temporaryFolder } from "../../helpers/temporary-folder.ts";

const minute = { limit: 1000, windowSeconds: 60 };

/** A primary and its replica. */
async function startPair() {
  const [first, second] = [await freePort(), await freePort()];
  const stop = await startRedis(first, []);
  await startRedis(second, ["--replicaof", `127.0.0.1 ${first}`]);
  await vi.waitFor(
    async () => expect(await ask(second, "info", "replication")).toContain("master_link_status:up"),
    {
      timeout: 30_000,
    },
  );
  return { first, second, stop };
}

async function open(url: string) {
  const lines: string[] = [];
  const limiter = await redisLimiter(url, createLog({ write: (line) => void lines.push(line) }));
  onTestFinished(() => limiter.close());
  return { limiter, lines };
}

/** Counts until this Redis has the bucket. On a busy machine, a connection or a count may be late, which begins an outage. */
async function countsAt(redis: number, { limiter, bucket, database = 0 }: Counting): Promise<void> {
  await vi.waitFor(
    async () => {
      await limiter.count(bucket, minute);
      expect(limiter.where()).toBe("redis");
      expect(await ask(redis, "-n", `${database}`, "keys", "*")).toContain(`counterpart:60:${bucket}`);
    },
    { timeout: 60_000, interval: 200 },
  );
}

interface Counting {
  limiter: SharedLimiter;
  bucket: string;
  database?: number;
}

describe.skipIf(!hasRedisServer)("limits are counted", { timeout: 180_000 }, () => {
  test("where the sentinels say, even if one is unavailable, and where they say after a failover", async () => {
    const { first, second, stop } = await startPair();
    const sentinel = await startSentinel(first);
    await vi.waitFor(
      async () => expect(await ask(sentinel, "sentinel", "replicas", "shop")).toContain(`${second}`),
      { timeout: 60_000 },
    );
    const url = `redis+sentinel://127.0.0.1:${await freePort()},127.0.0.1:${sentinel}/shop/1`;
    const { limiter, lines } = await open(url);
    await countsAt(first, { limiter, bucket: "a", database: 1 });
    await vi.waitFor(() => tryRedis(url), { timeout: 60_000 });
    await stop();
    await ask(sentinel, "sentinel", "set", "shop", "down-after-milliseconds", "500");
    await vi.waitFor(async () => expect(await ask(second, "role")).toContain("master"), { timeout: 60_000 });
    await countsAt(second, { limiter, bucket: "b", database: 1 });
    // A busy machine may cause further outages: each is logged once when it begins and once when it ends.
    const began = lines
      .filter((line) => line.includes("Redis is"))
      .map((line) => line.includes("unavailable"));
    expect(began).toEqual(began.map((_, n) => n % 2 === 0));
  });

  test("on the first of several nodes that accepts writes", async () => {
    const { first, second, stop } = await startPair();
    const url = `redis://127.0.0.1:${await freePort()},127.0.0.1:${second},127.0.0.1:${first}`;
    const { limiter } = await open(url);
    await countsAt(first, { limiter, bucket: "a" });
    await stop();
    await ask(second, "replicaof", "no", "one");
    await countsAt(second, { limiter, bucket: "b" });
  });

  test("not by the nodes of a cluster, and this is reported", async () => {
    const [one, two] = [await freePort(), await freePort()];
    for (const port of [one, two]) {
      await startRedis(port, ["--cluster-enabled", "yes", "--dir", await temporaryFolder()]);
    }
    const nodes = [`127.0.0.1:${one}`, `127.0.0.1:${two}`];
    // A cluster usually has three nodes, but two that share the slots are one as well.
    await ask(one, "cluster", "addslotsrange", "0", "8191");
    await ask(two, "cluster", "addslotsrange", "8192", "16383");
    await ask(one, "cluster", "set-config-epoch", "1");
    await ask(two, "cluster", "set-config-epoch", "2");
    await ask(one, "cluster", "meet", "127.0.0.1", `${two}`);
    await vi.waitFor(
      async () => {
        for (const port of [one, two])
          expect(await ask(port, "cluster", "info")).toContain("cluster_state:ok");
      },
      { timeout: 60_000 },
    );
    for (const node of nodes) {
      await expect(open(`redis://${node}`)).rejects.toThrow("Redis Cluster isn't supported");
    }
  });
});
