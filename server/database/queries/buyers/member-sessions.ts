import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Engine } from "../../engines/engine.ts";
import { recordChange } from "../audit/record-change.ts";

interface NewMemberSession {
  storeId: string;
  memberId: string;
  /** The session's identifier in the caller's authentication system. */
  memberSessionId: string;
  expiresInSeconds: number;
}

export function memberSessionQueries(engine: Engine, clock: Clock) {
  return {
    /** Registers a member's session. A known session gets the new member and lifetime. */
    async register(
      { storeId, memberId, memberSessionId, expiresInSeconds }: NewMemberSession,
      by?: Actor,
    ): Promise<void> {
      const now = clock();
      const row = { member_id: memberId, expires_at: now + expiresInSeconds * 1000 };
      // The trail is permanent, so it names neither the member nor the session, which opens the portal.
      const change = { storeId, action: "member_session.registered", objectId: null, changes: {} } as const;
      await engine.write(async (db) => {
        await db
          .insertInto("member_sessions")
          .values({ store_id: storeId, hash: secretHash(memberSessionId), ...row })
          .onConflict((c) => c.columns(["store_id", "hash"]).doUpdateSet(row))
          .execute();
        await recordChange(db, by, change, now);
      });
    },

    /** The session's member; undefined when it is unknown, expired or another store's. */
    async member(
      session: Pick<NewMemberSession, "storeId" | "memberSessionId">,
    ): Promise<string | undefined> {
      const row = await engine.read
        .selectFrom("member_sessions")
        .select("member_id")
        .where("store_id", "=", session.storeId)
        .where("hash", "=", secretHash(session.memberSessionId))
        .where("expires_at", ">", clock())
        .executeTakeFirst();
      return row?.member_id;
    },
  };
}
