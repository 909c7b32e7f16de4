import { LRUCache } from "lru-cache";
import { atMostEntries } from "./at-most-entries.ts";
import { deepFreeze } from "./deep-freeze.ts";
import type { Engine } from "./engines/engine.ts";
import type { Queries } from "./engines/queries.ts";

/** How often a process checks whether another process has changed stores, keys or products. */
const pollMs = 250;
/** How long entries stay valid after the last read of the revision. */
const maxStaleMs = 900;
const maxEntries = 50_000;

export interface Cache {
  /** Returns the frozen value for this key. Loads it on a miss, once for all concurrent callers. */
  getOrLoad<T extends object>(key: string, load: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Reads the revision. Everything read between two equal revisions is consistent. */
  revision(): Promise<number>;
  /**
   * The revision that a replica must have reached before its rows may be cached. Undefined while unknown,
   * which includes a moment after this process's own changes.
   */
  knownRevision(): number | undefined;
  /**
   * Invalidates the caches of all processes. Runs in the transaction that changes stores, keys or products.
   */
  bumpRevision(db: Queries): Promise<void>;
  /** Empties this process's cache. Call it after that transaction has committed. */
  invalidate(): void;
  close(): void;
}

/**
 * Caches data that rarely changes. Every process reads a revision row four times a second, so a revoked key
 * or a new price takes effect everywhere within a second, on either engine.
 */
export function createCache(engine: Engine): Cache {
  const entries = new LRUCache<string, object>(atMostEntries(maxEntries));
  /** Loads in progress since the last change known to this process. */
  let reads = new Map<string, Promise<object | undefined>>();
  let revision: number | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;

  function invalidate(): void {
    entries.clear();
    reads = new Map();
  }

  async function readRevision(db: Queries): Promise<number> {
    const { n } = await db.selectFrom("revision").select("n").executeTakeFirstOrThrow();
    return n;
  }

  let checking: Promise<void> | undefined;
  function checkRevision(): Promise<void> {
    checking ??= (async () => {
      const startedAt = performance.now();
      try {
        const n = await readRevision(engine.reserved);
        if (n !== revision) invalidate();
        revision = n;
        checkedAt = startedAt;
      } catch {
        // The database is unavailable: the entries expire, and the next query reports the error.
      } finally {
        checking = undefined;
      }
    })();
    return checking;
  }
  const timer = setInterval(checkRevision, pollMs);
  timer.unref();

  const isFresh = (): boolean => performance.now() - checkedAt <= maxStaleMs;

  return {
    async getOrLoad<T extends object>(key: string, load: () => Promise<T | undefined>) {
      if (!isFresh()) await checkRevision();
      const known = entries.get(key) as T | undefined;
      if (known && isFresh()) return known;
      const pending = reads.get(key);
      if (pending) return pending as Promise<T | undefined>;
      const generation = reads;
      const reading = load()
        .then((found) => {
          if (found && generation === reads) entries.set(key, deepFreeze(found));
          return found;
        })
        .finally(() => generation.delete(key));
      reads.set(key, reading);
      return reading;
    },
    revision: () => readRevision(engine.read),
    async bumpRevision(db) {
      await db
        .updateTable("revision")
        .set((eb) => ({ n: eb("n", "+", 1) }))
        .execute();
    },
    knownRevision: () => (isFresh() && checkedAt > changedAt ? revision : undefined),
    invalidate() {
      changedAt = performance.now();
      invalidate();
    },
    close: () => clearInterval(timer),
  };
}
