import type { Clock } from "../../../domain/clock.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";

/** How long a person has to come back, in milliseconds. */
const lifetimeMs = 10 * 60 * 1000;

/** What a page remembers while its person is elsewhere: at an authenticator, at an OpenID provider. Each is read once. */
export function pendingFlowQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Another one of the same token takes its place.
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

    /** What `begin` was given; undefined when there is nothing, or it has been read, or has expired. */
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
