import { setTimeout as pause } from "node:timers/promises";
import { createClient, createSentinel } from "@redis/client";
import type { Logger } from "pino";
import { RateLimiterRedis } from "rate-limiter-flexible";
import { logOutage } from "../log/log-outage.ts";
import type { Limiter } from "./limiter.ts";
import { memoryLimiter } from "./memory.ts";
import { noCluster, readRedisAddress, type SentinelAddress } from "./redis-address.ts";
import { isRefusal, UnsupportedRedis } from "./redis-refusal.ts";

/** Milliseconds that a request waits for its count. */
const commandTimeoutMs = 100;
const connectTimeoutMs = 1000;
/** Milliseconds between reconnection attempts. */
const retryMs = 250;

export interface SharedLimiter extends Limiter {
  where(): string;
  close(): Promise<void>;
}

/**
 * The limiter for several processes, which count in one Redis. While Redis is unreachable, each process logs
 * the outage, counts for itself from zero and retries four times a second.
 * @param url as for `readRedisAddress`
 * @returns once the first connection attempt has ended
 * @throws only if Redis refuses the login or isn't supported
 */
export async function redisLimiter(url: string, log: Logger): Promise<SharedLimiter> {
  const alone = memoryLimiter();
  let redis: Connection | undefined;
  const outage = logOutage(log, {
    began: "Redis is unavailable: each process counts requests by itself",
    over: "Redis is available again: the processes share their counts",
    counted: "failures",
  });
  let firstFailure: unknown;
  const closing = new AbortController();

  /** Drops a connection at its first failure: a hanging connection is no better than a closed one. */
  function lose(lost: Connection, error: unknown): void {
    if (redis !== lost) return;
    redis = undefined;
    startOutage(error);
    lost.close();
    void reconnect();
  }

  function startOutage(error: unknown): void {
    if (!closing.signal.aborted) outage.notice({ reason: reasonOf(error) });
  }

  async function connectOnce(): Promise<boolean> {
    try {
      const connection = await connect(url, (error) => lose(connection, error));
      if (closing.signal.aborted) connection.close();
      else redis = connection;
    } catch (error) {
      firstFailure ??= error;
      startOutage(error);
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
    where: () => (redis ? "redis" : "memory (Redis is unavailable)"),
    async close() {
      closing.abort();
      redis?.close();
      redis = undefined;
    },
  };
}

/** Connects and counts once; rejects on failure. */
export async function tryConnection(url: string): Promise<void> {
  const connection = await connect(url, () => {});
  try {
    await within(connectTimeoutMs, connection.count("probe", 1));
  } finally {
    connection.close();
  }
}

type Connection = Awaited<ReturnType<typeof connect>>;

/** Connects to the first node that accepts writes, or to the one that the sentinels name. */
async function connect(url: string, lost: (error: unknown) => void) {
  const address = readRedisAddress(url);
  if (!address) throw new Error("not a Redis address");
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

// No automatic reconnection, and no queue while disconnected.
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

/**
 * Each node of a cluster would count only some of the callers. A Redis without clustering rejects the query.
 */
async function refuseCluster(ask: () => Promise<string>): Promise<void> {
  const info = await ask().catch(() => "");
  const size = /^cluster_size:(\d+)/m.exec(info)?.[1];
  if (Number(size ?? 1) > 1) throw new UnsupportedRedis(noCluster);
}

/** The sentinels are queried one after another. */
function timeoutOf({ sentinels }: SentinelAddress): number {
  return connectTimeoutMs * (sentinels.length + 1);
}

/** Opens a connection that can count. */
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
        // A write, since a replica or a full Redis accepts connections but can't count.
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
          // It only counts; the caller checks the limit.
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

/** Milliseconds per step of `within`. */
const stepMs = 10;

/**
 * Rejects if the answer takes longer than `ms`. It waits in steps, so that a busy process counts its own
 * delay as one step and doesn't mistake it for Redis's.
 */
async function within<T>(ms: number, answer: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    let left = Math.ceil(ms / stepMs);
    const step = (): void => {
      if (left-- === 0) reject(new Error(`no response within ${ms} ms`));
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

/** Never includes the address, which may contain a password. */
function reasonOf(error: unknown): string {
  const { message, code } = error as NodeJS.ErrnoException;
  return message || code || "unknown";
}
