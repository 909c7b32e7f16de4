import { setTimeout as pause } from "node:timers/promises";
import { createClient, createSentinel } from "@redis/client";
import type { Logger } from "pino";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { logOutage } from "../log/log-outage.ts";
import type { Limiter } from "./limiter.ts";
import { memoryLimiter } from "./memory.ts";
import { noCluster, readRedisAddress, type SentinelAddress } from "./redis-address.ts";
import { isRefusal, UnsupportedRedis } from "./redis-refusal.ts";

/** How long a request waits for its count. */
const commandTimeoutMs = 100;
const connectTimeoutMs = 1000;
/** How long after a failure Redis is tried again. */
const retryMs = 250;

export interface SharedLimiter extends Limiter {
  where(): string;
  close(): Promise<void>;
}

/**
 * The limiter of several processes, which count in one Redis. While Redis is unreachable, each process counts for
 * itself, from zero, and logs that; it retries four times a second and switches back. Resolves once the first attempt
 * to connect has ended; throws only when Redis has refused the login, or is one that isn't supported.
 * @param url what readRedisAddress takes
 */
export async function redisLimiter(url: string, log: Logger): Promise<SharedLimiter> {
  const alone = memoryLimiter();
  let redis: Connection | undefined;
  const outage = logOutage(log, {
    began: "Redis is away: each process limits by itself",
    over: "Redis is back: the processes limit together",
    counted: "failures",
  });
  let firstFailure: unknown;
  const closing = new AbortController();

  /** Drops a connection at its first failure: a hanging connection is no better than a closed one. */
  function lose(lost: Connection, error: unknown): void {
    if (redis !== lost) return;
    redis = undefined;
    tellAway(error);
    lost.close();
    void reconnect();
  }

  function tellAway(error: unknown): void {
    if (!closing.signal.aborted) outage.notice({ reason: reasonOf(error) });
  }

  async function connectOnce(): Promise<boolean> {
    try {
      const connection = await connect(url, (error) => lose(connection, error));
      if (closing.signal.aborted) connection.close();
      else redis = connection;
    } catch (error) {
      firstFailure ??= error;
      tellAway(error);
      return false;
    }
    outage.end();
    return true;
  }

  async function reconnect(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(retryMs, undefined, { ref: false, signal: closing.signal }).catch(() => {});
      if (closing.signal.aborted || (await connectOnce())) return;
    }
  }

  if (!(await connectOnce())) {
    if (isRefusal(firstFailure)) throw firstFailure;
    void reconnect();
  }
  return {
    async count(bucket, limit) {
      const connection = redis;
      if (!connection) return alone.count(bucket, limit);
      try {
        return await within(commandTimeoutMs, connection.count(bucket, limit.windowSeconds));
      } catch (error) {
        lose(connection, error);
        return alone.count(bucket, limit);
      }
    },
    where: () => (redis ? "redis" : "memory (redis is away)"),
    async close() {
      closing.abort();
      redis?.close();
      redis = undefined;
    },
  };
}

/** Connects, and counts once. Rejects when it can't. */
export async function tryConnection(url: string): Promise<void> {
  const connection = await connect(url, () => {});
  try {
    await within(connectTimeoutMs, connection.count("probe", 1));
  } finally {
    connection.close();
  }
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** To the first node that takes writes, or to the one that the sentinels name. */
async function connect(url: string, lost: (error: unknown) => void) {
  const address = readRedisAddress(url);
  if (!address) throw new Error("not an address of Redis");
  if (address.kind === "sentinel") return open(() => sentinelClient(address), timeoutOf(address), lost);
  const { urls } = address;
  for (const [n, one] of urls.entries()) {
    try {
      return await open(() => nodeClient(one), connectTimeoutMs, lost);
    } catch (error) {
      if (n === urls.length - 1 || isRefusal(error)) throw error;
    }
  }
  throw new Error("no node");
}

// They never reconnect by themselves, and queue nothing while they are closed.
const socketOptions = { connectTimeout: connectTimeoutMs, reconnectStrategy: false } as const;

function nodeClient(url: string) {
  return createClient({ url, disableOfflineQueue: true, socket: socketOptions });
}

function sentinelClient({ name, sentinels, isEncrypted, login, sentinelLogin, database }: SentinelAddress) {
  const socket = isEncrypted ? { ...socketOptions, tls: true as const } : socketOptions;
  return createSentinel({
    name,
    sentinelRootNodes: sentinels,
    nodeClientOptions: { ...login, database, disableOfflineQueue: true, socket },
    sentinelClientOptions: { ...sentinelLogin, socket },
  });
}

/** A node of a cluster counts only a part of the callers. One that isn't a node refuses the question. */
async function refuseCluster(ask: () => Promise<string>): Promise<void> {
  const info = await ask().catch(() => "");
  const size = /^cluster_size:(\d+)/m.exec(info)?.[1];
  if (Number(size ?? 1) > 1) throw new UnsupportedRedis(noCluster);
}

/** The sentinels are asked in turn. */
function timeoutOf({ sentinels }: SentinelAddress): number {
  return connectTimeoutMs * (sentinels.length + 1);
}

/** A connection that can count. */
async function open(
  create: () => ReturnType<typeof nodeClient> | ReturnType<typeof sentinelClient>,
  timeoutMs: number,
  lost: (error: unknown) => void,
) {
  const client = create();
  // Without a listener, an error would end the process.
  client.on("error", () => {});
  const close = (): void => {
    if (client.isOpen) void Promise.resolve(client.destroy()).catch(() => {});
  };
  try {
    await within(
      timeoutMs,
      client.connect().then(async () => {
        // A Redis that is full or a replica answers but doesn't count.
        await client.set("counterpart:probe", "1", { expiration: { type: "EX", value: 60 } });
        if ("clusterInfo" in client) await refuseCluster(() => client.clusterInfo());
      }),
    );
  } catch (error) {
    close();
    throw /^(?:MOVED|CLUSTERDOWN)\b/.test((error as Error).message) ? new UnsupportedRedis(noCluster) : error;
  }
  client.on("error", lost);
  const byWindow = new Map<number, RateLimiterRedis>();
  return {
    async count(bucket: string, windowSeconds: number) {
      let limiter = byWindow.get(windowSeconds);
      if (!limiter) {
        limiter = new RateLimiterRedis({
          storeClient: client,
          useRedisPackage: true,
          keyPrefix: `counterpart:${windowSeconds}`,
          // It only counts; the caller compares with the limit.
          points: Number.MAX_SAFE_INTEGER,
          duration: windowSeconds,
        });
        byWindow.set(windowSeconds, limiter);
      }
      const { consumedPoints, msBeforeNext } = await limiter.consume(bucket);
      return { used: consumedPoints, resetMs: msBeforeNext };
    },
    close,
  };
}

/** Milliseconds. The length of a step of waiting for an answer. */
const stepMs = 10;

/**
 * Rejects when the answer takes longer. It waits in steps, and a step that this process was too busy to keep counts
 * once: the question is sent, and the answer read, between steps, so that the process's own delay isn't mistaken for
 * Redis's.
 */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let left = Math.ceil(ms / stepMs);
    const step = (): void => {
      if (left-- === 0) reject(new Error(`no answer within ${ms} ms`));
      else timer = setTimeout(step, stepMs);
    };
    step();
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Never the address, which may carry a password. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "unknown";
}
