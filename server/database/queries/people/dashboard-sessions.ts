import type { Clock } from "../../../domain/clock.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";
import { type Person, toPerson } from "./people.ts";

/** How long a session lasts, in milliseconds: while idle, and at most. */
export const sessionLifetimeMs = { idle: 12 * 60 * 60 * 1000, absolute: 7 * 24 * 60 * 60 * 1000 } as const;

/** How stale the recorded last use may be, so that not every page load writes. */
const seenWithinMs = 60_000;

export function dashboardSessionQueries(engine: Engine, clock: Clock) {
  return {
    /** @param token the cookie's; only its hash is stored */
    async start(token: string, personId: string): Promise<void> {
      const now = clock();
      await engine.writeOne((db) =>
        db
          .insertInto("dashboard_sessions")
          .values({
            hash: secretHash(token),
            person_id: personId,
            created_at: now,
            seen_at: now,
            expires_at: now + sessionLifetimeMs.absolute,
          })
          .execute(),
      );
    },

    /** Returns the session's person and start, and records the use. Undefined when unknown, ended or expired. */
    async find(token: string): Promise<{ person: Person; startedAt: number } | undefined> {
      const now = clock();
      const hash = secretHash(token);
      const row = await engine.read
        .selectFrom("dashboard_sessions")
        .innerJoin("people", "people.id", "dashboard_sessions.person_id")
        .select(["people.id", "people.email", "dashboard_sessions.seen_at", "dashboard_sessions.created_at"])
        .where("hash", "=", hash)
        .where("expires_at", ">", now)
        .where("seen_at", ">", now - sessionLifetimeMs.idle)
        .executeTakeFirst();
      if (!row) return undefined;
      if (row.seen_at <= now - seenWithinMs) {
        await engine.writeOne((db) =>
          db.updateTable("dashboard_sessions").set({ seen_at: now }).where("hash", "=", hash).execute(),
        );
      }
      return { person: toPerson(row), startedAt: row.created_at };
    },

    async end(token: string): Promise<void> {
      await engine.writeOne((db) =>
        db.deleteFrom("dashboard_sessions").where("hash", "=", secretHash(token)).execute(),
      );
    },

    /** Ends all sessions of a person. Returns how many there were. */
    async endAll(personId: string): Promise<number> {
      const { numDeletedRows } = await engine.writeOne((db) =>
        db.deleteFrom("dashboard_sessions").where("person_id", "=", personId).executeTakeFirst(),
      );
      return Number(numDeletedRows);
    },
  };
}
