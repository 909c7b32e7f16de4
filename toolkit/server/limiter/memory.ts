import { isAddressBucket, type Limiter } from "./limiter.ts";

interface Window {
  bucket: string;
  used: number;
  /** By `performance.now()`, which clock corrections don't affect. */
  endsAt: number;
}

/** Buckets that are counted in windows of one length. */
interface Buckets {
  byName: Map<string, Window>;
  /** In the order in which their windows end: each begins with its first request. Those before `first` are gone. */
  inOrder: Window[];
  first: number;
}

/** Buckets of addresses that are counted at a time, for each length of window. Each takes some 300 bytes. */
const defaultMaxAddresses = 100_000;

/**
 * The limiter of a single process. There are as many buckets of callers as callers have credentials, but anybody can
 * come from many addresses: past `maxAddresses` the address whose window would end first is forgotten. So nobody's
 * count is reset early by fewer than that many others, and no caller's is ever.
 */
export function memoryLimiter({ maxAddresses = defaultMaxAddresses } = {}): Limiter {
  const byLength = new Map<number, { addresses: Buckets; callers: Buckets }>();
  return {
    count(bucket, { windowSeconds }) {
      let ofLength = byLength.get(windowSeconds);
      if (!ofLength) {
        ofLength = { addresses: noBuckets(), callers: noBuckets() };
        byLength.set(windowSeconds, ofLength);
      }
      const isAddress = isAddressBucket(bucket);
      const buckets = isAddress ? ofLength.addresses : ofLength.callers;
      const now = Math.floor(performance.now());
      while (hasEnded(buckets.inOrder[buckets.first], now)) dropFirst(buckets);
      let window = buckets.byName.get(bucket);
      if (!window) {
        if (isAddress && buckets.byName.size >= maxAddresses) dropFirst(buckets);
        window = { bucket, used: 0, endsAt: now + windowSeconds * 1000 };
        buckets.byName.set(bucket, window);
        buckets.inOrder.push(window);
      }
      window.used++;
      return { used: window.used, resetMs: window.endsAt - now };
    },
  };
}

function noBuckets(): Buckets {
  return { byName: new Map(), inOrder: [], first: 0 };
}

function hasEnded(window: Window | undefined, now: number): boolean {
  return window !== undefined && window.endsAt <= now;
}

function dropFirst(buckets: Buckets): void {
  const window = buckets.inOrder[buckets.first++];
  if (window) buckets.byName.delete(window.bucket);
  if (buckets.first < 1000 || buckets.first < buckets.inOrder.length / 2) return;
  buckets.inOrder.splice(0, buckets.first);
  buckets.first = 0;
}
