import type { Cache } from "./cache.ts";
import { isDatabaseAway } from "./engines/database-errors.ts";
import type { Engine } from "./engines/engine.ts";
import type { Queries } from "./engines/queries.ts";

/** A standby of the database, which repeats what the primary has written, some time later. */
export interface Replica {
  /** Runs reads on one connection, so that all of them are from the same server even behind a balancer. */
  onConnection<T>(read: (db: Queries) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Where a read of catalogs and products went: `behind` and `away` are the reasons for the primary. */
export type ReplicaRead = "replica" | "behind" | "away";

/** Runs a read of catalogs or products, on the replica where there is one. What it doesn't find, the primary may have. */
export type ReadCatalog = <T>(read: (db: Queries) => Promise<T>) => Promise<T>;

/** How long a replica that failed isn't asked again: each attempt may take as long as its timeout. */
const restMs = 5000;

interface Parts {
  engine: Pick<Engine, "read">;
  replica: Replica | undefined;
  cache: Pick<Cache, "knownRevision">;
  note?: ((where: ReplicaRead) => void) | undefined;
}

/**
 * Reads from the replica as long as it has the revision of stores, keys and products that this process knows, which is
 * never older than a second. So its rows are as recent as the cache's, and may be cached. All else reads the primary.
 */
export function createReadCatalog({ engine, replica, cache, note = () => {} }: Parts): ReadCatalog {
  if (!replica) return (read) => read(engine.read);
  let restsUntil = Number.NEGATIVE_INFINITY;

  async function readReplica<T>(
    { onConnection }: Replica,
    read: (db: Queries) => Promise<T>,
  ): Promise<{ found: T } | Exclude<ReplicaRead, "replica">> {
    const needed = cache.knownRevision();
    if (needed === undefined) return "behind";
    if (performance.now() < restsUntil) return "away";
    try {
      return await onConnection(async (db) => {
        const { n } = await db.selectFrom("revision").select("n").executeTakeFirstOrThrow();
        if (n < needed) return "behind";
        const found = await read(db);
        return found === undefined ? "behind" : { found };
      });
    } catch (error) {
      // Anything else, such as a migration that it lacks, concerns this read only.
      if (isDatabaseAway(error)) restsUntil = performance.now() + restMs;
      return "away";
    }
  }

  return async (read) => {
    const result = await readReplica(replica, read);
    if (typeof result === "string") {
      note(result);
      return read(engine.read);
    }
    note("replica");
    return result.found;
  };
}
