import type { RateLimit } from "../document/document.ts";

export interface Count {
  /** Requests in the current window, this one included. */
  used: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts requests in windows that begin with the first request of a bucket. */
export interface Limiter {
  /** Returns no promise where the count is known at once. */
  count(bucket: string, limit: RateLimit): Count | Promise<Count>;
  /** Where it counts just now, for `/readyz`. A limiter that always counts in its process needn't say. */
  where?(): string;
}

/** The bucket of requests that show no valid credential. @param address as `addressOf` tells it */
export function addressBucket(scope: string, address: string): string {
  return `${scope}:address:${address}`;
}

export function isAddressBucket(bucket: string): boolean {
  return bucket.includes(":address:");
}
