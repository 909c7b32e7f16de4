import type { Limiter } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { secretHash } from "../domain/secret-hash.ts";

/** Limits on sign-in attempts, successful or not: per network address, and per person from any address. */
const limits = {
  address: { limit: 30, windowSeconds: 15 * 60 },
  person: { limit: 10, windowSeconds: 15 * 60 },
} as const;

/** Counts an attempt. Throws RATE_LIMITED when there have been too many. */
export type CountAttempt = (attempt: { address: string; email?: string }) => Promise<void>;

export function createCountAttempt(limiter: Limiter): CountAttempt {
  return async ({ address, email }) => {
    const counts = [
      { bucket: `sign-in:address:${address}`, limit: limits.address },
      // The limiter evicts `address` buckets first when it is full, and anyone can make up email addresses.
      ...(email === undefined
        ? []
        : [{ bucket: `sign-in:person:address:${secretHash(email)}`, limit: limits.person }]),
    ];
    for (const { bucket, limit } of counts) {
      const { used, resetMs } = await limiter.count(bucket, limit);
      if (used <= limit.limit) continue;
      const minutes = Math.ceil(resetMs / 60_000);
      throw new ApiError(
        "RATE_LIMITED",
        `Too many sign-in attempts. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
        { headers: { "Retry-After": String(Math.ceil(resetMs / 1000)) } },
      );
    }
  };
}
