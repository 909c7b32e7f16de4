import { newApiKey } from "../domain/api-key.ts";
import type { Clock } from "../domain/clock.ts";
import { newId } from "../domain/ids.ts";
import { secretHash } from "../domain/secret-hash.ts";
import type { Cache } from "./cache.ts";
import type { Engine } from "./engine.ts";

export interface KeyRecord {
  id: string;
  label: string | null;
  createdAt: number;
  revokedAt: number | null;
}

/** Whom a live key lets in. */
export interface KeyHolder {
  keyId: string;
  storeId: string;
  plan: "free" | "pro";
}

export function keyQueries(engine: Engine, cache: Cache, clock: Clock) {
  return {
    /** Who holds this key; undefined when it is unknown or revoked. */
    async holder(key: string): Promise<KeyHolder | undefined> {
      const hash = secretHash(key);
      return cache.remember(`key:${hash}`, async () => {
        const row = await engine.read
          .selectFrom("api_keys")
          .innerJoin("stores", "stores.id", "api_keys.store_id")
          .select(["api_keys.id", "api_keys.store_id", "stores.plan"])
          .where("api_keys.hash", "=", hash)
          .where("api_keys.revoked_at", "is", null)
          .executeTakeFirst();
        return row && { keyId: row.id, storeId: row.store_id, plan: row.plan === "pro" ? "pro" : "free" };
      });
    },

    /** The only time that the key is shown. */
    async create(
      storeId: string,
      label: string | null,
      key = newApiKey(),
    ): Promise<{ id: string; key: string }> {
      const id = newId("key");
      await engine.writeOne(async (db) => {
        await db
          .insertInto("api_keys")
          .values({
            id,
            store_id: storeId,
            hash: secretHash(key),
            label,
            created_at: clock(),
            revoked_at: null,
          })
          .execute();
      });
      return { id, key };
    },

    async list(storeId: string): Promise<KeyRecord[]> {
      const rows = await engine.read
        .selectFrom("api_keys")
        .selectAll()
        .where("store_id", "=", storeId)
        .orderBy("created_at")
        .orderBy("id")
        .execute();
      return rows.map((row) => ({
        id: row.id,
        label: row.label,
        createdAt: row.created_at,
        revokedAt: row.revoked_at,
      }));
    },

    /** False when there is no such key. Revoking one again changes nothing. */
    async revoke(id: string): Promise<boolean> {
      const known = await engine.write(async (db) => {
        const row = await db
          .selectFrom("api_keys")
          .select("revoked_at")
          .where("id", "=", id)
          .executeTakeFirst();
        if (row && row.revoked_at === null) {
          await db.updateTable("api_keys").set({ revoked_at: clock() }).where("id", "=", id).execute();
          await cache.changed(db);
        }
        return row !== undefined;
      });
      cache.forget();
      return known;
    },
  };
}
