import type { RateLimit } from "../document/document.ts";

export interface Count {
  /** Requests in the current window, this one included. */
  used: number;
  /** Milliseconds until the window ends. */
  resetMs: number;
}

/** Counts requests in windows that begin with a bucket's first request. */
export interface Limiter {
  /** Returns a promise only if it has to wait. */
  count(bucket: string, limit: RateLimit): Count | Promise<Count>;
  /** Where it currently counts, for `/readyz`. Optional for a limiter that always counts in its process. */
  where?(): string;
}

/** The bucket for requests without a valid credential. @param address from `addressOf` */
export function addressBucket(scope: string, address: string): string {
  return `${scope}:address:${address}`;
}

export function isAddressBucket(bucket: string): boolean {
  return bucket.includes(":address:");
}
