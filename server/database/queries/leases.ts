import type { Engine } from "../engines/engine.ts";

export interface LeaseRequest {
  /** Work that one process does at a time. */
  name: string;
  now: number;
  /** How long the lease is held. */
  forMs: number;
}

export function leaseQueries(engine: Engine) {
  return {
    /** Extends a lease that several processes hold together. */
    async hold({ name, now, forMs }: LeaseRequest): Promise<void> {
      const held = { held_until: now + forMs };
      await engine.writeOne((db) =>
        db
          .insertInto("leases")
          .values({ name, ...held })
          .onConflict((c) => c.column("name").doUpdateSet(held))
          .execute(),
      );
    },

    /** Whether this process now holds the lease; false while another one does. */
    async take({ name, now, forMs }: LeaseRequest): Promise<boolean> {
      return engine.writeOne(async (db) => {
        const { numInsertedOrUpdatedRows } = await db
          .insertInto("leases")
          .values({ name, held_until: now + forMs })
          .onConflict((c) =>
            c
              .column("name")
              .doUpdateSet({ held_until: now + forMs })
              .where("leases.held_until", "<=", now),
          )
          .executeTakeFirstOrThrow();
        return numInsertedOrUpdatedRows !== 0n;
      });
    },
  };
}
