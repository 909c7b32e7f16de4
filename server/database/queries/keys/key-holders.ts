import { unavailable } from "@counterpart/server/errors";
import { LRUCache } from "lru-cache";
import { fromScopeColumn, type KeyScope } from "../../../domain/key-scopes.ts";
import { atMostEntries } from "../../at-most-entries.ts";
import type { Cache } from "../../cache.ts";
import { type FairBounds, fairCalls } from "../../concurrency/fair-calls.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";

/** The store that a key belongs to. */
export interface KeyHolder {
  keyId: string;
  storeId: string;
  plan: "free" | "pro";
  scopes: KeyScope[];
}

/** The fields of a key's row that a request needs. */
interface UnrevokedKey {
  holder: KeyHolder;
  expiresAt: number | null;
}

/** Limits on look-ups of keys that may be made up. */
const lookUpBounds: FairBounds = {
  maxRunning: 4,
  maxWaitingPerGroup: 32,
  maxWaiting: 1000,
  timeoutMs: 5000,
  refusal: () =>
    unavailable("Too many keys are being checked at the moment. Try again in a few seconds.", {
      retryAfterSeconds: 1,
    }),
};

/** How long an unknown key is cached; short, so that a newly created key works within a second. */
const unknownMs = 1000;
const maxUnknown = 10_000;
const maxSeen = 50_000;

/**
 * Finds the holder of a request's key. Cached keys are answered immediately. Keys that weren't valid at their last
 * look-up may be made up: they share a few reserved connections and take turns by client address.
 */
export function createKeyHolders(engine: Engine, cache: Cache) {
  const lookUps = fairCalls(lookUpBounds);
  const unknown = new LRUCache<string, true>({ ...atMostEntries(maxUnknown), ttl: unknownMs });
  /** Keys that were valid at their last look-up. */
  const seen = new LRUCache<string, true>(atMostEntries(maxSeen));

  async function lookUp(hash: string, address: () => string): Promise<UnrevokedKey | undefined> {
    if (unknown.has(hash)) return undefined;
    const startedAt = performance.now();
    const key = seen.has(hash)
      ? await readKey(engine.read, hash)
      : await lookUps(address(), () => readKey(engine.reserved, hash));
    if (key) {
      seen.set(hash, true);
    } else {
      seen.delete(hash);
      unknown.set(hash, true, { start: startedAt });
    }
    return key;
  }

  return {
    /**
     * @param hash of the key
     * @param address the client's address
     * @returns undefined when the key is unknown or revoked
     */
    find: (hash: string, address: () => string): Promise<UnrevokedKey | undefined> =>
      cache.getOrLoad(`key:${hash}`, () => lookUp(hash, address)),

    /** Makes a key that this process created usable immediately. */
    made(hash: string): void {
      unknown.delete(hash);
    },
    load: lookUps.load,
  };
}

async function readKey(db: Queries, hash: string): Promise<UnrevokedKey | undefined> {
  const row = await db
    .selectFrom("api_keys")
    .innerJoin("stores", "stores.id", "api_keys.store_id")
    .select(["api_keys.id", "api_keys.store_id", "api_keys.expires_at", "api_keys.scopes", "stores.plan"])
    .where("api_keys.hash", "=", hash)
    .where("api_keys.revoked_at", "is", null)
    .executeTakeFirst();
  if (!row) return undefined;
  const plan = row.plan === "pro" ? "pro" : "free";
  const scopes = fromScopeColumn(row.scopes);
  return { holder: { keyId: row.id, storeId: row.store_id, plan, scopes }, expiresAt: row.expires_at };
}

/** Whether a key is accepted. */
export function isLive(
  { expiresAt, revokedAt = null }: { expiresAt: number | null; revokedAt?: number | null },
  now: number,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}
