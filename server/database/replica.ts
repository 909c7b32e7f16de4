import type { Cache } from "./cache.ts";
import { isDatabaseAway } from "./engines/database-errors.ts";
import type { Engine } from "./engines/engine.ts";
import type { Queries } from "./engines/queries.ts";

/** A standby that replays the primary's writes with a delay. */
export interface Replica {
  /** Runs reads on one connection, so that they all reach the same server even behind a load balancer. */
  onConnection<T>(read: (db: Queries) => Promise<T>): Promise<T>;
  /** The same on one snapshot of the data. */
  onSnapshot<T>(read: (db: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Which database served a read of catalogs or products: `behind` and `away` are reasons for using the primary. */
export type ReplicaRead = "replica" | "behind" | "away";

/** Runs a read of catalogs or products, on the replica if available. Reads missing rows from the primary. */
export type ReadCatalog = <T>(read: (db: Queries) => Promise<T>) => Promise<T>;

/** How long a failed replica is skipped: each attempt may take as long as its timeout. */
const restMs = 5000;

interface Parts {
  engine: Pick<Engine, "read" | "shortSnapshot">;
  replica: Replica | undefined;
  /** Whether each read, of several statements, needs a snapshot. */
  onSnapshots?: boolean;
  cache: Pick<Cache, "knownRevision">;
  note?: ((where: ReplicaRead) => void) | undefined;
}

/**
 * Reads from the replica once it has reached the revision known to this process, which is at most a second
 * old. Its rows are then as recent as the cache's, and may be cached. All other reads use the primary.
 */
export function createReadCatalog({
  engine,
  replica,
  onSnapshots = false,
  cache,
  note = () => {},
}: Parts): ReadCatalog {
  const readPrimary: ReadCatalog = onSnapshots ? engine.shortSnapshot : (read) => read(engine.read);
  if (!replica) return readPrimary;
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function readReplica<T>(
    { onConnection, onSnapshot }: Replica,
    read: (db: Queries) => Promise<T>,
  ): Promise<{ found: T } | Exclude<ReplicaRead, "replica">> {
    const needed = cache.knownRevision();
    if (needed === undefined) return "behind";
    if (performance.now() < restsUntil) return "away";
    try {
      return await (onSnapshots ? onSnapshot : onConnection)(async (db) => {
        const { n } = await db.selectFrom("revision").select("n").executeTakeFirstOrThrow();
        if (n < needed) return "behind";
        const found = await read(db);
        return found === undefined ? "behind" : { found };
      });
    } catch (error) {
      // Any other error, such as a missing migration, only concerns this read.
      if (isDatabaseAway(error)) restsUntil = performance.now() + restMs;
      return "away";
    }
  }

  return async (read) => {
    const result = await readReplica(replica, read);
    if (typeof result === "string") {
      note(result);
      return readPrimary(read);
    }
    note("replica");
    return result.found;
  };
}
