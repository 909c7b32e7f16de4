import type { IdempotencyStore, StoredResponse } from "./idempotency-store.ts";

interface Entry {
  caller: string;
  key: string;
  token: string;
  fingerprint: string;
  endsAt: number;
  claimedUntil: number;
  /** Estimated memory usage. */
  bytes: number;
  answer?: StoredResponse;
}

interface CallerEntries {
  /** By key, in order of first use. */
  entries: Map<string, Entry>;
  bytes: number;
}

const mebibyte = 2 ** 20;

/** Estimated size of an entry in two maps, without the client's texts. */
const entryBytes = 600;

/**
 * A store for a single process, lost when it ends: for development, tests and services that need no more.
 * When full, it drops the oldest keys of the caller with the highest memory usage.
 * @param now in milliseconds
 * @param maxBytes for all callers together
 * @param maxCallerBytes for one caller; a larger response isn't stored
 */
export function memoryIdempotencyStore({
  now = Date.now,
  maxBytes = 64 * mebibyte,
  maxCallerBytes = 8 * mebibyte,
} = {}): IdempotencyStore {
  const callers = new Map<string, CallerEntries>();
  // In order of first use.
  const byToken = new Map<string, Entry>();
  let bytes = 0;

  return {
    claim({ caller, key, fingerprint, keepMs, leaseMs }) {
      const known = callers.get(caller)?.entries.get(key);
      if (known && known.endsAt > now()) {
        if (known.fingerprint !== fingerprint) return { state: "other" };
        if (known.answer) return { state: "answered", answer: known.answer };
        if (known.claimedUntil > now()) return { state: "running" };
        known.claimedUntil = now() + leaseMs;
        return { state: "claimed", token: known.token };
      }
      if (known) forget(known);
      forgetEnded();
      const token = crypto.randomUUID();
      const times = { endsAt: now() + keepMs, claimedUntil: now() + leaseMs };
      add({ caller, key, token, fingerprint, ...times, bytes: entryBytes + caller.length + key.length });
      return { state: "claimed", token };
    },
    keep(token, answer) {
      const entry = byToken.get(token);
      const size = sizeOf(answer);
      if (!entry || entry.answer || entry.bytes + size > Math.min(maxCallerBytes, maxBytes)) return;
      entry.answer = answer;
      grow(entry, size);
      makeRoom(entry.caller);
    },
    release(token) {
      const entry = byToken.get(token);
      if (entry) entry.claimedUntil = 0;
    },
  };

  function add(entry: Entry): void {
    const own = callers.get(entry.caller) ?? { entries: new Map<string, Entry>(), bytes: 0 };
    callers.set(entry.caller, own);
    own.entries.set(entry.key, entry);
    own.bytes += entry.bytes;
    bytes += entry.bytes;
    byToken.set(entry.token, entry);
    makeRoom(entry.caller);
  }

  function grow(entry: Entry, by: number): void {
    entry.bytes += by;
    bytes += by;
    const own = callers.get(entry.caller);
    if (own) own.bytes += by;
  }

  function makeRoom(caller: string): void {
    const own = callers.get(caller);
    while (own && own.bytes > maxCallerBytes) forgetOldest(own);
    while (bytes > maxBytes) {
      forgetOldest([...callers.values()].reduce((most, one) => (one.bytes > most.bytes ? one : most)));
    }
  }

  function forgetOldest({ entries }: CallerEntries): void {
    const [oldest] = entries.values();
    if (oldest) forget(oldest);
  }

  function forgetEnded(): void {
    for (const entry of byToken.values()) {
      if (entry.endsAt > now()) return;
      forget(entry);
    }
  }

  function forget(entry: Entry): void {
    const own = callers.get(entry.caller);
    if (!own) return;
    own.entries.delete(entry.key);
    own.bytes -= entry.bytes;
    bytes -= entry.bytes;
    byToken.delete(entry.token);
    if (own.entries.size === 0) callers.delete(entry.caller);
  }
}

/** The body is Base64, one byte per character. */
function sizeOf({ body, ...rest }: StoredResponse): number {
  return (body?.length ?? 0) + JSON.stringify(rest).length;
}
