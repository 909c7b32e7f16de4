import { ApiError } from "@counterpart/server/errors";
import type { Actor } from "../../../domain/actor.ts";
import { type AuditAction, firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { giveUpAfterMs } from "../../../domain/events/delivery-schedule.ts";
import { agentEventTypes, type EventType } from "../../../domain/events/event-types.ts";
import { newId } from "../../../domain/ids.ts";
import { fromScopeColumn } from "../../../domain/key-scopes.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { EventEndpointRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { isLive } from "../keys/key-holders.ts";
import { lockStore } from "../lock-store.ts";
import { type EventEndpoint, toEndpoint } from "./endpoint.ts";
import { listenersOf } from "./record-events.ts";

export interface NewEndpoint {
  storeId: string;
  url: string;
  /** `whsec_…`, or for an agent's endpoint any text. */
  secret: string;
  types: EventType[] | null;
  /** For an agent's endpoint, its API key. It receives the orders of this agent, and none of the merchant's events. */
  agentKey?: string | undefined;
}

/** Limited, because each event is recorded once per endpoint, in the transaction of its effect. */
export const maxPerStore = 16;

interface EndpointAddress {
  storeId: string;
  endpointId: string;
}

export function eventEndpointQueries(engine: Engine, clock: Clock) {
  return {
    /**
     * Throws CONFLICT when the store has reached its limit of endpoints, or the key no longer works or can't buy;
     * NOT_FOUND for a key of another store.
     */
    async add(added: NewEndpoint, by?: Actor): Promise<EventEndpoint> {
      const { storeId, url, secret, agentKey } = added;
      // A version that knows no agents sends nothing to an endpoint with other types.
      const types = agentKey === undefined ? added.types : agentEventTypes.acp;
      return engine.write(async (db) => {
        // Keys are locked before stores, as in a rotation.
        if (agentKey !== undefined) await checkKey(db, storeId, agentKey, clock());
        await lockStore(db, storeId);
        if ((await listenersOf(db, storeId)).length >= maxPerStore) {
          throw conflict(`A store can have at most ${maxPerStore} endpoints. Remove one first.`);
        }
        const row = {
          id: newId("ep"),
          store_id: storeId,
          url,
          secret,
          types: types === null ? null : JSON.stringify(types),
          agent_keys: agentKey === undefined ? null : JSON.stringify([agentKey]),
          platform_keys: null,
          created_at: clock(),
          disabled_at: null,
          disabled_reason: null,
        };
        await db.insertInto("event_endpoints").values(row).execute();
        // The rest of the URL may contain a secret of the merchant.
        const changes = firstValues({ origin: new URL(url).origin, types, agent: agentKey });
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
      return engine.write(async (db) => {
        if (!(await update(db, address, { disabled_at: clock(), disabled_reason: reason }))) return false;
        await record(db, by, address, "endpoint.disabled");
        return true;
      });
    },

    /**
     * Enables an endpoint and sends the waiting events, with another three days of retries. False when the
     * store has no such endpoint.
     */
    async enable(address: EndpointAddress, by?: Actor): Promise<boolean> {
      return engine.write(async (db) => {
        if (!(await update(db, address, { disabled_at: null, disabled_reason: null }))) return false;
        const now = clock();
        await db
          .updateTable("event_deliveries")
          .set({ due_at: now, give_up_at: now + giveUpAfterMs })
          .where("endpoint_id", "=", address.endpointId)
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

  async function update(
    db: Queries,
    { storeId, endpointId }: EndpointAddress,
    columns: Pick<EventEndpointRow, "disabled_at" | "disabled_reason">,
  ): Promise<boolean> {
    const { numUpdatedRows } = await db
      .updateTable("event_endpoints")
      .set(columns)
      .where("id", "=", endpointId)
      .where("store_id", "=", storeId)
      .executeTakeFirst();
    return numUpdatedRows > 0n;
  }

  async function record(
    db: Queries,
    by: Actor | undefined,
    { storeId, endpointId: objectId }: EndpointAddress,
    action: AuditAction,
  ): Promise<void> {
    await recordChange(db, by, { storeId, action, objectId, changes: {} }, clock());
  }
}

/** The key stays as it is until the transaction ends. */
async function checkKey(db: Queries, storeId: string, id: string, now: number): Promise<void> {
  const key = await db
    .selectFrom("api_keys")
    .select(["revoked_at as revokedAt", "expires_at as expiresAt", "scopes"])
    .where("id", "=", id)
    .where("store_id", "=", storeId)
    .forUpdate()
    .executeTakeFirst();
  if (!key) throw new ApiError("NOT_FOUND", `The store has no API key ${id}.`);
  if (!isLive(key, now)) throw conflict(`${id} has expired or was revoked.`);
  if (!fromScopeColumn(key.scopes).some((scope) => scope !== "catalog"))
    throw conflict(`${id} can't buy: it needs the scope agent or storefront.`);
}

/** Disables the endpoints of an agent whose keys no longer work. Call it after a key was revoked. */
export async function disableWithoutKeys(
  db: Queries,
  { storeId, revoked, now, by }: { storeId: string; revoked: string; now: number; by: Actor | undefined },
): Promise<void> {
  for (const endpoint of await listenersOf(db, storeId)) {
    if (!endpoint.agentKeys?.includes(revoked) || endpoint.disabledAt !== null) continue;
    await disableWithoutKey(db, endpoint, { now, by, reason: "Its key was revoked." });
  }
}

/** Disables an agent's endpoint if none of its keys works any more. Returns whether it did. */
export async function disableWithoutKey(
  db: Queries,
  { id, storeId, agentKeys }: EventEndpoint,
  { now, by, reason }: { now: number; by: Actor | undefined; reason: string },
): Promise<boolean> {
  if (!agentKeys) return false;
  const keys = await db
    .selectFrom("api_keys")
    .select(["revoked_at as revokedAt", "expires_at as expiresAt"])
    .where("id", "in", agentKeys)
    .execute();
  if (keys.some((key) => isLive(key, now))) return false;
  await disableEnabled(db, { storeId, endpointId: id }, { now, by, reason });
  return true;
}

/** Returns whether the endpoint was enabled. */
export async function disableEnabled(
  db: Queries,
  { storeId, endpointId }: EndpointAddress,
  { now, by, reason }: { now: number; by: Actor | undefined; reason: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("event_endpoints")
    .set({ disabled_at: now, disabled_reason: reason })
    .where("id", "=", endpointId)
    .where("disabled_at", "is", null)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const change = { storeId, action: "endpoint.disabled", objectId: endpointId, changes: {} } as const;
  await recordChange(db, by, change, now);
  return true;
}

/** Lets the endpoints of an agent get the orders of its new key too, when its key is rotated. */
export async function addAgentKey(
  db: Queries,
  { storeId, oldKey, newKey }: { storeId: string; oldKey: string; newKey: string },
): Promise<void> {
  for (const { id, agentKeys, protocol } of await listenersOf(db, storeId)) {
    if (!agentKeys?.includes(oldKey)) continue;
    const keys = JSON.stringify([...agentKeys, newKey]);
    await db
      .updateTable("event_endpoints")
      .set(protocol === "ucp" ? { platform_keys: keys } : { agent_keys: keys })
      .where("id", "=", id)
      .execute();
  }
}
