import { theService } from "../../../domain/actor.ts";
import { type AuditAction, type FieldChanges, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { agentEventTypes } from "../../../domain/events/event-types.ts";
import {
  newSigningKey,
  type PublicSigningKey,
  publicSigningKey,
} from "../../../domain/events/signing-key.ts";
import { newId } from "../../../domain/ids.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { lockStore } from "../lock-store.ts";
import { toEndpoint } from "./endpoint.ts";
import { maxPerStore } from "./endpoints.ts";
import { listenersOf } from "./record-events.ts";

export interface PlatformEndpoint {
  storeId: string;
  /** The API key with which the platform buys. */
  agentKey: string;
  /** One that passes `endpointUrlFault`. */
  url: string;
}

/** The endpoints of platforms (UCP), whose addresses are in their profiles. */
export function platformEndpointQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Lets a platform get the orders of its API key at an address. It has one address, the latest, and a new one enables an
     * endpoint that was disabled. Does nothing if the store has reached its limit of endpoints.
     */
    async listen({ storeId, agentKey, url }: PlatformEndpoint): Promise<void> {
      const isOfKey = ({ agentKeys }: ReturnType<typeof toEndpoint>) =>
        agentKeys?.includes(agentKey) === true;
      const known = (await rowsOf(engine.read, storeId)).map(toEndpoint).find(isOfKey);
      if (known?.url === url) return;
      await engine.write(async (db) => {
        await lockStore(db, storeId);
        const rows = await rowsOf(db, storeId);
        const current = rows.map(toEndpoint).find(isOfKey);
        if (current) {
          if (current.url === url) return;
          await db
            .updateTable("event_endpoints")
            .set({ url, disabled_at: null, disabled_reason: null })
            .where("id", "=", current.id)
            .execute();
          if (current.disabledAt !== null) await record(db, "endpoint.enabled", current.id, {});
          return;
        }
        if ((await listenersOf(db, storeId)).length >= maxPerStore) return;
        const id = newId("ep");
        await db
          .insertInto("event_endpoints")
          .values({
            ...{ id, store_id: storeId, url, secret: rows[0]?.secret ?? newSigningKey() },
            // A version that knows no platforms sends nothing to an endpoint with other types.
            ...{ types: JSON.stringify(agentEventTypes.ucp), agent_keys: null },
            platform_keys: JSON.stringify([agentKey]),
            ...{ created_at: clock(), disabled_at: null, disabled_reason: null },
          })
          .execute();
        // The rest of the URL may contain a secret of the platform.
        const added = { origin: new URL(url).origin, types: agentEventTypes.ucp, agent: agentKey };
        await record(db, "endpoint.added", id, firstValues(added));
      });

      async function record(db: Queries, action: AuditAction, objectId: string, changes: FieldChanges) {
        await recordChange(db, theService, { storeId, action, objectId, changes }, clock());
      }
    },

    /** The keys that verify what is sent to a store's platforms. */
    async signingKeys(storeId: string): Promise<PublicSigningKey[]> {
      const rows = await rowsOf(engine.read, storeId);
      return [...new Set(rows.map(({ secret }) => secret))].map(publicSigningKey);
    },
  };
}

/** Oldest first. */
function rowsOf(db: Queries, storeId: string) {
  return db
    .selectFrom("event_endpoints")
    .selectAll()
    .where("store_id", "=", storeId)
    .where("platform_keys", "is not", null)
    .orderBy("created_at")
    .orderBy("id")
    .execute();
}
