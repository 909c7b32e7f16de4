import type { Limiter } from "@counterpart/server";
import { ApiError } from "@counterpart/server/errors";
import { secretHash } from "../domain/secret-hash.ts";

/** Attempts at signing in, right or wrong: of one address on the network, and for one person from anywhere. */
const limits = {
  address: { limit: 30, windowSeconds: 15 * 60 },
  person: { limit: 10, windowSeconds: 15 * 60 },
} as const;

/** Counts an attempt, and throws RATE_LIMITED once there have been too many. */
export type CountAttempt = (attempt: { address: string; email?: string }) => Promise<void>;

export function createCountAttempt(limiter: Limiter): CountAttempt {
  return async ({ address, email }) => {
    const counts = [
      { bucket: `sign-in:address:${address}`, limit: limits.address },
      // The limiter forgets addresses first when it has too many, and anybody can make e-mail addresses up.
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
        `Too many attempts to sign in. Try again in ${minutes === 1 ? "a minute" : `${minutes} minutes`}.`,
        { headers: { "Retry-After": String(Math.ceil(resetMs / 1000)) } },
      );
    }
  };
}
