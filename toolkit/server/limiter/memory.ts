import { isAddressBucket, type Limiter } from "./limiter.ts";

interface Window {
  bucket: string;
  used: number;
  /** By `performance.now()`, which clock corrections don't affect. */
  endsAt: number;
}

/** Buckets with the same window length. */
interface Buckets {
  byName: Map<string, Window>;
  /**
   * In order of the windows' ends, which is the order of their starts. Those before `first` have been
   * dropped.
   */
  inOrder: Window[];
  first: number;
}

/** Maximum address buckets per window length. Each takes about 300 bytes. */
const defaultMaxAddresses = 100_000;

/**
 * The limiter for a single process. Since a client can use many addresses, only `maxAddresses` are kept:
 * beyond that, the address whose window ends first is dropped. Buckets of callers are never dropped early.
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
