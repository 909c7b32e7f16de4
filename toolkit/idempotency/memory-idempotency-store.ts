import { nanoid } from "nanoid";
import type { IdempotencyStore, KeptAnswer } from "./idempotency-store.ts";

interface Entry {
  token: string;
  fingerprint: string;
  endsAt: number;
  claimedUntil: number;
  answer?: KeptAnswer;
}

/** Keys of all callers. The oldest is forgotten beyond that. */
const defaultMaxKeys = 10_000;

/**
 * The store of a single process, which forgets everything when it ends: for development, tests, and APIs for which that is enough.
 * @param now in milliseconds
 */
export function memoryIdempotencyStore({ now = Date.now, maxKeys = defaultMaxKeys } = {}): IdempotencyStore {
  // In the order in which they were first sent.
  const entries = new Map<string, Entry>();
  const byToken = new Map<string, Entry>();

  return {
    claim({ caller, key, fingerprint, keepMs, leaseMs }) {
      const name = JSON.stringify([caller, key]);
      const known = entries.get(name);
      if (known && known.endsAt > now()) {
        if (known.fingerprint !== fingerprint) return { state: "other" };
        if (known.answer) return { state: "answered", answer: known.answer };
        if (known.claimedUntil > now()) return { state: "running" };
        known.claimedUntil = now() + leaseMs;
        return { state: "claimed", token: known.token };
      }
      forget(name);
      for (const [oldest, { endsAt }] of entries) {
        if (endsAt > now() && entries.size < maxKeys) break;
        forget(oldest);
      }
      const token = nanoid();
      const entry = { token, fingerprint, endsAt: now() + keepMs, claimedUntil: now() + leaseMs };
      entries.set(name, entry);
      byToken.set(token, entry);
      return { state: "claimed", token };
    },
    keep(token, answer) {
      const entry = byToken.get(token);
      if (entry) entry.answer ??= answer;
    },
    release(token) {
      const entry = byToken.get(token);
      if (entry) entry.claimedUntil = 0;
    },
  };

  function forget(name: string): void {
    const entry = entries.get(name);
    if (!entry) return;
    entries.delete(name);
    byToken.delete(entry.token);
  }
}
