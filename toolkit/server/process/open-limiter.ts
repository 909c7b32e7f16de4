import type { Logger } from "pino";
import type { Limiter } from "../limiter/limiter.ts";
import { memoryLimiter } from "../limiter/memory.ts";
import { isRefusal, UnsupportedRedis } from "../limiter/redis-refusal.ts";
import type { Telemetry } from "../telemetry/telemetry.ts";
import { requirePackages } from "./require-packages.ts";
import { ConfigError } from "./settings.ts";

export interface OpenLimiter extends Limiter {
  close(): Promise<void>;
}

/**
 * Opens the process's limiter, shared through Redis if REDIS_URL is set. Retries an unreachable Redis.
 * @throws ConfigError if Redis refuses the user or password
 */
export async function openLimiter(
  redisUrl: string | undefined,
  log: Logger,
  telemetry: Telemetry,
): Promise<OpenLimiter> {
  const shared = redisUrl === undefined ? undefined : await openShared(redisUrl, log);
  telemetry.gauge({
    name: "rate_limits_shared",
    help: "1 while requests are counted in Redis, for all processes, and 0 while it is away. No series without REDIS_URL.",
    label: "place",
    read: (): Record<string, number> => (shared ? { redis: shared.where() === "redis" ? 1 : 0 } : {}),
  });
  return shared ?? { ...memoryLimiter(), close: async () => {} };
}

/** Connects to Redis, counts once and disconnects; rejects with the reason on failure. */
export async function tryRedis(redisUrl: string): Promise<void> {
  requirePackages("redis", "REDIS_URL");
  const { tryConnection } = await import("../limiter/redis.ts");
  await tryConnection(redisUrl);
}

async function openShared(redisUrl: string, log: Logger) {
  requirePackages("redis", "REDIS_URL");
  // The client is loaded only if Redis is used.
  const { redisLimiter } = await import("../limiter/redis.ts");
  try {
    return await redisLimiter(redisUrl, log);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (error instanceof UnsupportedRedis) {
      throw new ConfigError(`The Redis that REDIS_URL names can't be used: ${error.message}.`, {
        cause: error,
      });
    }
    throw new ConfigError("The Redis that REDIS_URL names refuses its user or password.", { cause: error });
  }
}
