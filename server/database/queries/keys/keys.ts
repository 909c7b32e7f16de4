import type { Actor } from "../../../domain/actor.ts";
import { newApiKey } from "../../../domain/api-key.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import { newId } from "../../../domain/ids.ts";
import { fromScopeColumn, type KeyScope, toScopeColumn } from "../../../domain/key-scopes.ts";
import { secretHash } from "../../../domain/secret-hash.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { KeyRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { camelCased } from "../camel-case.ts";
import { addAgentKey, disableWithoutKeys } from "../events/endpoints.ts";
import { lockStore } from "../lock-store.ts";
import { createKeyHolders, isLive, type KeyHolder } from "./key-holders.ts";
import { createKeyUsage } from "./key-usage.ts";

/** Instants are milliseconds since 1970. */
export type KeyRecord = ReturnType<typeof toRecord>;

interface NewKey {
  storeId: string;
  label: string | null;
  /** The storefront by default. */
  scopes?: readonly KeyScope[];
  expiresAt?: number | null;
}

interface Rotation {
  id: string;
  /** Only this store's keys are found; undefined for all stores. */
  storeId?: string;
  /** Maximum time for which the old key works beside the new one. */
  overlapMs: number;
  /** When the new key expires; null when it never does. */
  expiresAt: number | null;
}

interface RotatedKey {
  id: string;
  /** The only time that the key is shown. */
  key: string;
  oldExpiresAt: number;
}

/** Rate limits are per key, so the number of keys bounds a store's total rate. */
export const maxLiveKeys = 20;

export function keyQueries(engine: Engine, cache: Cache, clock: Clock) {
  const holders = createKeyHolders(engine, cache);
  const usage = createKeyUsage(engine, clock);
  return {
    /**
     * The key's holder; undefined when the key is unknown, revoked or expired. Throws a temporary error when
     * too many unknown keys are waiting to be looked up.
     * @param address the client's address, read if the key isn't cached: made-up keys delay their own address only
     */
    async holder(key: string, address = () => ""): Promise<KeyHolder | undefined> {
      const found = await holders.find(secretHash(key), address);
      if (!found || !isLive(found, clock())) return undefined;
      usage.note(found.holder.keyId);
      return found.holder;
    },

    /**
     * Creates a key, which is shown only this once. Throws CONFLICT when the store has reached its limit of
     * live keys.
     */
    async create(
      { storeId, label, scopes = ["storefront"], expiresAt = null }: NewKey,
      by?: Actor,
    ): Promise<{ id: string; key: string }> {
      const [id, key] = [newId("key"), newApiKey()];
      const hash = secretHash(key);
      await engine.write(async (db) => {
        if (isLive({ expiresAt }, clock())) await checkRoomForKey(db, storeId, clock());
        await db
          .insertInto("api_keys")
          .values({
            id,
            store_id: storeId,
            hash,
            label,
            created_at: clock(),
            revoked_at: null,
            expires_at: expiresAt,
            last_used_at: null,
            scopes: toScopeColumn(scopes),
          })
          .execute();
        const changes = firstValues({ label, scopes: toScopeColumn(scopes), expiresAt });
        await recordChange(db, by, { storeId, action: "key.created", objectId: id, changes }, clock());
      });
      holders.made(hash);
      return { id, key };
    },

    async list(storeId: string): Promise<KeyRecord[]> {
      const ofStore = engine.read.selectFrom("api_keys").selectAll().where("store_id", "=", storeId);
      const rows = await ofStore.orderBy("created_at").orderBy("id").execute();
      return rows.map(toRecord);
    },

    /** The record of a key, live or not, and its store; undefined for a key of another service. */
    async identify(key: string): Promise<{ record: KeyRecord; storeId: string } | undefined> {
      const row = await engine.read
        .selectFrom("api_keys")
        .selectAll()
        .where("hash", "=", secretHash(key))
        .executeTakeFirst();
      return row && { record: toRecord(row), storeId: row.store_id };
    },

    /**
     * Replaces a key with a new one that has the same label; the old one works for a while longer. Undefined
     * when there is no such key.
     * @throws CONFLICT when it no longer works, or when the store would exceed its limit of live keys
     */
    async rotate(
      { id, storeId, overlapMs, expiresAt }: Rotation,
      by?: Actor,
    ): Promise<RotatedKey | undefined> {
      const [newKeyId, key] = [newId("key"), newApiKey()];
      const hash = secretHash(key);
      const rotated = await engine.write(async (db) => {
        let rows = db.selectFrom("api_keys").selectAll().where("id", "=", id).forUpdate();
        if (storeId !== undefined) rows = rows.where("store_id", "=", storeId);
        const old = await rows.executeTakeFirst();
        if (!old) return undefined;
        const now = clock();
        if (!isLive({ expiresAt: old.expires_at, revokedAt: old.revoked_at }, now)) {
          throw conflict(`${id} has expired or was revoked, so it can't be rotated. Create a new key.`);
        }
        // Without an overlap, the new key replaces the old one and the count doesn't grow.
        if (overlapMs > 0) await checkRoomForKey(db, old.store_id, now);
        const oldExpiresAt = Math.min(old.expires_at ?? Number.POSITIVE_INFINITY, now + overlapMs);
        const { store_id, label, scopes } = old;
        const row = { store_id, label, scopes, created_at: now, revoked_at: null };
        await db
          .insertInto("api_keys")
          .values({ id: newKeyId, hash, ...row, expires_at: expiresAt, last_used_at: null })
          .execute();
        await db.updateTable("api_keys").set({ expires_at: oldExpiresAt }).where("id", "=", id).execute();
        await addAgentKey(db, { storeId: store_id, oldKey: id, newKey: newKeyId });
        const changes = { newKey: { to: newKeyId }, expiresAt: { from: old.expires_at, to: oldExpiresAt } };
        const change = { storeId: old.store_id, action: "key.rotated", objectId: id, changes } as const;
        await recordChange(db, by, change, now);
        await cache.bumpRevision(db, [store_id]);
        return { id: newKeyId, key, oldExpiresAt };
      });
      cache.invalidate(storeId);
      if (rotated) holders.made(hash);
      return rotated;
    },

    /**
     * Revokes a key; repeating it changes nothing. False when there is no such key.
     * @param storeId only this store's keys are found; undefined for all stores
     */
    async revoke(id: string, by?: Actor, storeId?: string): Promise<boolean> {
      const known = await engine.write(async (db) => {
        const row = await db
          .selectFrom("api_keys")
          .select(["store_id as storeId", "revoked_at"])
          .where("id", "=", id)
          .executeTakeFirst();
        if (!row || (storeId !== undefined && row.storeId !== storeId)) return false;
        if (row.revoked_at !== null) return true;
        const now = clock();
        await db.updateTable("api_keys").set({ revoked_at: now }).where("id", "=", id).execute();
        const change = { storeId: row.storeId, action: "key.revoked", objectId: id, changes: {} } as const;
        await recordChange(db, by, change, now);
        await disableWithoutKeys(db, { storeId: row.storeId, revoked: id, now, by });
        await cache.bumpRevision(db, [row.storeId]);
        return true;
      });
      cache.invalidate(storeId);
      return known;
    },

    /** Writes the recorded key uses now. It also happens once a minute and at shutdown. */
    saveUsage: usage.save,
    /** How many unknown keys are being looked up, and how many wait. */
    load: holders.load,
    close: usage.close,
  };
}

/** Throws CONFLICT when the store has reached its limit of live keys. Two new keys of one store wait for each other. */
async function checkRoomForKey(db: Queries, storeId: string, now: number): Promise<void> {
  await lockStore(db, storeId);
  const { n } = await db
    .selectFrom("api_keys")
    .select((eb) => eb.fn.countAll<number>().as("n"))
    .where("store_id", "=", storeId)
    .where("revoked_at", "is", null)
    .where((eb) => eb.or([eb("expires_at", "is", null), eb("expires_at", ">", now)]))
    .executeTakeFirstOrThrow();
  if (n < maxLiveKeys) return;
  throw conflict(`A store can have at most ${maxLiveKeys} active keys. Revoke an unused one first.`);
}

function toRecord(row: KeyRow) {
  return {
    ...camelCased(row, "id", "label", "created_at", "expires_at", "last_used_at", "revoked_at"),
    scopes: fromScopeColumn(row.scopes),
  };
}
