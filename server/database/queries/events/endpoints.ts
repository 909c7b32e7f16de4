import { ApiError } from "@counterpart/server/errors";
import type { Actor } from "../../../domain/actor.ts";
import { type AuditAction, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { giveUpAfterMs } from "../../../domain/events/delivery-schedule.ts";
import type { EventType } from "../../../domain/events/event-types.ts";
import { newId } from "../../../domain/ids.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { lockStore } from "../lock-store.ts";
import { type EventEndpoint, toEndpoint } from "./endpoint.ts";
import { listenersOf } from "./record-events.ts";

export interface NewEndpoint {
  storeId: string;
  url: string;
  /** `whsec_…`. */
  secret: string;
  types: EventType[] | null;
}

/** Limited, because each event is recorded once per endpoint, in the transaction of its effect. */
const maxPerStore = 16;

interface EndpointAddress {
  storeId: string;
  endpointId: string;
}

export function eventEndpointQueries(engine: Engine, clock: Clock) {
  return {
    /** Throws CONFLICT when the store has reached its limit of endpoints. */
    async add({ storeId, url, secret, types }: NewEndpoint, by?: Actor): Promise<EventEndpoint> {
      return engine.write(async (db) => {
        await lockStore(db, storeId);
        if ((await listenersOf(db, storeId)).length >= maxPerStore) {
          throw new ApiError(
            "CONFLICT",
            `A store can have at most ${maxPerStore} endpoints. Remove one first.`,
          );
        }
        const row = {
          id: newId("ep"),
          store_id: storeId,
          url,
          secret,
          types: types === null ? null : JSON.stringify(types),
          created_at: clock(),
          disabled_at: null,
          disabled_reason: null,
        };
        await db.insertInto("event_endpoints").values(row).execute();
        // The rest of the URL may contain a secret of the merchant.
        const changes = firstValues({ origin: new URL(url).origin, types });
        const change = { storeId, action: "endpoint.added", objectId: row.id, changes } as const;
        await recordChange(db, by, change, row.created_at);
        return toEndpoint(row);
      });
    },

    /** All endpoints of a store, oldest first, with the number of events waiting for each. */
    async list(storeId: string): Promise<(EventEndpoint & { waiting: number })[]> {
      const rows = await engine.read
        .selectFrom("event_endpoints")
        .selectAll()
        .select((eb) =>
          eb
            .selectFrom("event_deliveries")
            .whereRef("event_deliveries.endpoint_id", "=", "event_endpoints.id")
            .where("due_at", "is not", null)
            .select((count) => count.fn.countAll<number>().as("n"))
            .as("waiting"),
        )
        .where("store_id", "=", storeId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map(({ waiting, ...row }) => ({ ...toEndpoint(row), waiting: waiting ?? 0 }));
    },

    /** Disables an endpoint; its events wait from now on. False when the store has no such endpoint. */
    async disable(address: EndpointAddress, reason: string, by?: Actor): Promise<boolean> {
      const { storeId, endpointId } = address;
      return engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("event_endpoints")
          .set({ disabled_at: clock(), disabled_reason: reason })
          .where("id", "=", endpointId)
          .where("store_id", "=", storeId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        await record(db, by, address, "endpoint.disabled");
        return true;
      });
    },

    /**
     * Enables an endpoint and sends the waiting events, with another three days of retries. False when the
     * store has no such endpoint.
     */
    async enable(address: EndpointAddress, by?: Actor): Promise<boolean> {
      const { storeId, endpointId } = address;
      return engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("event_endpoints")
          .set({ disabled_at: null, disabled_reason: null })
          .where("id", "=", endpointId)
          .where("store_id", "=", storeId)
          .executeTakeFirst();
        if (numUpdatedRows === 0n) return false;
        const now = clock();
        await db
          .updateTable("event_deliveries")
          .set({ due_at: now, give_up_at: now + giveUpAfterMs })
          .where("endpoint_id", "=", endpointId)
          .where("due_at", "is not", null)
          .execute();
        await record(db, by, address, "endpoint.enabled");
        return true;
      });
    },

    /** Deletes an endpoint and its deliveries. False when the store has no such endpoint. */
    async remove(address: EndpointAddress, by?: Actor): Promise<boolean> {
      const { storeId, endpointId } = address;
      return engine.write(async (db) => {
        const known = await db
          .selectFrom("event_endpoints")
          .select("id")
          .where("id", "=", endpointId)
          .where("store_id", "=", storeId)
          .forUpdate()
          .executeTakeFirst();
        if (!known) return false;
        await db.deleteFrom("event_deliveries").where("endpoint_id", "=", endpointId).execute();
        await db.deleteFrom("event_endpoints").where("id", "=", endpointId).execute();
        await record(db, by, address, "endpoint.removed");
        return true;
      });
    },
  };

  async function record(
    db: Queries,
    by: Actor | undefined,
    { storeId, endpointId: objectId }: EndpointAddress,
    action: AuditAction,
  ): Promise<void> {
    await recordChange(db, by, { storeId, action, objectId, changes: {} }, clock());
  }
}
