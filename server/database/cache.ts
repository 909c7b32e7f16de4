import { LRUCache } from "lru-cache";
import { atMostEntries } from "./at-most-entries.ts";
import type { Engine } from "./engines/engine.ts";
import type { Queries } from "./engines/queries.ts";

/** How often a process checks whether another process has changed stores, keys or products. */
const pollMs = 250;
/** How long entries stay valid after the last read of the revision. */
const maxStaleMs = 900;
const maxEntries = 50_000;

export interface Cache {
  /**
   * Returns the frozen value for this key. Loads it on a miss, once for all concurrent callers.
   * @param storeId the store whose changes concern the value; undefined if every change may
   */
  getOrLoad<T extends object>(
    key: string,
    load: () => Promise<T | undefined>,
    storeId?: string,
  ): Promise<T | undefined>;
  /** Numbers the changes that this process knows of, at most a second late. */
  changesOf(storeId: string): Promise<StoreChanges>;
  /**
   * The revision that a replica must have reached before its rows may be cached. Undefined while unknown,
   * which includes a moment after this process's own changes.
   */
  knownRevision(): number | undefined;
  /**
   * Invalidates what all processes have cached of these stores. Runs in the transaction that changes stores, keys or products.
   * @param storeIds undefined if any store may be concerned
   */
  bumpRevision(db: Queries, storeIds?: string[]): Promise<void>;
  /** The same for this process. Call it after that transaction has committed. */
  invalidate(storeId?: string): void;
  close(): void;
}

/** Later changes have greater numbers. */
interface StoreChanges {
  /** The last change that concerns the store. */
  latest: number;
  /** The last change that may concern any store, such as one by a version that doesn't name stores. */
  ofAny: number;
}

/** A value and the last change before its load began. */
interface Loaded<T> {
  change: number;
  value: T;
}

/**
 * Caches data that rarely changes. Every process reads a revision row four times a second, so a revoked key
 * or a new price takes effect everywhere within a second, on either engine.
 */
export function createCache(engine: Engine): Cache {
  const entries = new LRUCache<string, Loaded<object>>(atMostEntries(maxEntries));
  /** Loads in progress. */
  const reads = new Map<string, Loaded<Promise<object | undefined>>>();
  let changes = 0;
  let changeOfAny = 0;
  /** The last change of each store since `changeOfAny`. */
  const changeOfStore = new Map<string, number>();
  let revision: { n: number; named: number } | undefined;
  let checkedAt = Number.NEGATIVE_INFINITY;
  let changedAt = Number.NEGATIVE_INFINITY;

  function invalidate(storeId?: string): void {
    changes++;
    if (storeId !== undefined && changeOfStore.size < maxEntries) {
      changeOfStore.set(storeId, changes);
      return;
    }
    changeOfAny = changes;
    changeOfStore.clear();
    entries.clear();
  }

  const latestOf = (storeId: string) => changeOfStore.get(storeId) ?? changeOfAny;
  const isCurrent = ({ change }: Loaded<unknown>, storeId: string | undefined): boolean =>
    change >= (storeId === undefined ? changes : latestOf(storeId));

  /** Invalidates what has changed since the last check. */
  async function readChanges(): Promise<void> {
    const before = revision;
    const { n, named } = await engine.reserved
      .selectFrom("revision")
      .select(["n", "named"])
      .executeTakeFirstOrThrow();
    if (before?.n === n) return;
    if (!before || n - before.n !== named - before.named) {
      invalidate();
    } else {
      const changed = await engine.reserved
        .selectFrom("store_revisions")
        .select("store")
        .where("n", ">", before.n)
        .execute();
      for (const { store } of changed) invalidate(store);
    }
    revision = { n, named };
  }

  let checking: Promise<void> | undefined;
  function checkRevision(): Promise<void> {
    checking ??= (async () => {
      const startedAt = performance.now();
      try {
        await readChanges();
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
    async getOrLoad<T extends object>(key: string, load: () => Promise<T | undefined>, storeId?: string) {
      if (!isFresh()) await checkRevision();
      const known = entries.get(key) as Loaded<T> | undefined;
      if (known && isCurrent(known, storeId) && isFresh()) return known.value;
      const pending = reads.get(key) as Loaded<Promise<T | undefined>> | undefined;
      if (pending && isCurrent(pending, storeId)) return pending.value;
      const change = changes;
      const reading = load()
        .then((found) => {
          if (found && isCurrent({ change, value: found }, storeId)) {
            entries.set(key, { change, value: deepFreeze(found) });
          }
          return found;
        })
        .finally(() => {
          if (reads.get(key)?.value === reading) reads.delete(key);
        });
      reads.set(key, { change, value: reading });
      return reading;
    },
    async changesOf(storeId) {
      if (!isFresh()) await checkRevision();
      if (!isFresh()) invalidate(storeId);
      return { latest: latestOf(storeId), ofAny: changeOfAny };
    },
    async bumpRevision(db, storeIds) {
      const named = storeIds ? 1 : 0;
      const { n } = await db
        .updateTable("revision")
        .set((eb) => ({ n: eb("n", "+", 1), named: eb("named", "+", named) }))
        .returning("n")
        .executeTakeFirstOrThrow();
      const rows = [...new Set(storeIds)].map((store) => ({ store, n }));
      if (rows.length === 0) return;
      await db
        .insertInto("store_revisions")
        .values(rows)
        .onConflict((c) => c.column("store").doUpdateSet({ n }))
        .execute();
    },
    knownRevision: () => (isFresh() && checkedAt > changedAt ? revision?.n : undefined),
    invalidate(storeId) {
      changedAt = performance.now();
      invalidate(storeId);
    },
    close: () => clearInterval(timer),
  };
}

/** Freezes a value and everything in it. Returns the value. */
export function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === "object") {
    Object.freeze(value);
    for (const member of Object.values(value)) deepFreeze(member);
  }
  return value;
}
