import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Limiter } from "./limiter.ts";

/** The limiter of a single process. */
export function memoryLimiter(): Limiter {
  const byWindow = new Map<string, RateLimiterMemory>();
  return {
    async count(bucket, { limit, windowSeconds }) {
      const key = `${limit}/${windowSeconds}`;
      let limiter = byWindow.get(key);
      if (!limiter) {
        limiter = new RateLimiterMemory({ points: limit, duration: windowSeconds });
        byWindow.set(key, limiter);
      }
      const result = await limiter.consume(bucket).catch((refused: unknown) => {
        if (refused instanceof RateLimiterRes) return refused;
        throw refused;
      });
      return { used: result.consumedPoints, resetMs: result.msBeforeNext };
    },
  };
}
