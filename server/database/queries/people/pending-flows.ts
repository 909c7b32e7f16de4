import type { Clock } from "../../../domain/clock.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";

/** How long a person has to return, in milliseconds. */
const lifetimeMs = 10 * 60 * 1000;

/** A page's state while the person is at an authenticator or an OpenID provider. Each entry is read once. */
export function pendingFlowQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Stores the data, replacing any earlier entry of the same token.
     * @param token a secret that only the person's browser has
     */
    async begin(token: string, data: object): Promise<void> {
      const row = { data: JSON.stringify(data), expires_at: clock() + lifetimeMs };
      await engine.writeOne((db) =>
        db
          .insertInto("pending_flows")
          .values({ hash: secretHash(token), ...row })
          .onConflict((c) => c.column("hash").doUpdateSet(row))
          .execute(),
      );
    },

    /** Returns the data given to `begin`; undefined when it is missing, already read or expired. */
    async finish(token: string): Promise<unknown> {
      const row = await engine.writeOne((db) =>
        db
          .deleteFrom("pending_flows")
          .where("hash", "=", secretHash(token))
          .returningAll()
          .executeTakeFirst(),
      );
      return row && row.expires_at > clock() ? JSON.parse(row.data) : undefined;
    },
  };
}
