import { LRUCache } from "lru-cache";
import type { Engine, Queries } from "./engines/engine.ts";

/** How often a process looks whether another has changed stores, keys or products. */
const pollMs = 250;
/** Unseen for longer than this, what is remembered isn't believed. */
const trustMs = 900;
const mostEntries = 50_000;

export interface Cache {
  /** What was read under this key, frozen, as long as nothing has changed; else reads it, once for all who ask. */
  remember<T extends object>(key: string, read: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Reads the count of changes: two reads between which it stays the same belong together. */
  revision(): Promise<number>;
  /** Part of the transaction that changes stores, keys or products: tells all processes. */
  changed(db: Queries): Promise<void>;
  /** For this process, once that transaction is through. */
  forget(): void;
  close(): void;
}

/**
 * Remembers what seldom changes. One row in the database counts the changes; every process looks at it four times a
 * second, so a revoked key or a new price holds everywhere within a second, on either engine.
 */
export function createCache(engine: Engine): Cache {
  const entries = new LRUCache<string, object>({ max: mostEntries });
  /** What is being read, since the last change that this process knows of. */
  let reads = new Map<string, Promise<object | undefined>>();
  let revision: number | undefined;
  let seenAt = Number.NEGATIVE_INFINITY;

  function forget(): void {
    entries.clear();
    reads = new Map();
  }

  async function readRevision(db: Queries): Promise<number> {
    const { n } = await db.selectFrom("revision").select("n").executeTakeFirstOrThrow();
    return n;
  }

  let looking: Promise<void> | undefined;
  function look(): Promise<void> {
    looking ??= (async () => {
      const askedAt = performance.now();
      try {
        const n = await readRevision(engine.aside);
        if (n !== revision) forget();
        revision = n;
        seenAt = askedAt;
      } catch {
        // The database is away: the entries run out of trust, and the next query says what is wrong.
      } finally {
        looking = undefined;
      }
    })();
    return looking;
  }
  const timer = setInterval(look, pollMs);
  timer.unref();

  return {
    async remember<T extends object>(
      key: string,
      read: () => Promise<T | undefined>,
    ): Promise<T | undefined> {
      if (performance.now() - seenAt > trustMs) await look();
      const known = entries.get(key) as T | undefined;
      if (known && performance.now() - seenAt <= trustMs) return known;
      const underWay = reads.get(key);
      if (underWay) return underWay as Promise<T | undefined>;
      const ofThisGeneration = reads;
      const reading = read()
        .then((found) => {
          if (found && ofThisGeneration === reads) entries.set(key, freeze(found));
          return found;
        })
        .finally(() => ofThisGeneration.delete(key));
      reads.set(key, reading);
      return reading;
    },
    revision: () => readRevision(engine.read),
    async changed(db) {
      await db
        .updateTable("revision")
        .set((eb) => ({ n: eb("n", "+", 1) }))
        .execute();
    },
    forget,
    close: () => clearInterval(timer),
  };
}

function freeze<T>(value: T): T {
  if (value !== null && typeof value === "object" && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const member of Object.values(value)) freeze(member);
  }
  return value;
}
