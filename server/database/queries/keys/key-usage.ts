import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../../domain/clock.ts";
import type { Engine } from "../../engines/engine.ts";

const minuteMs = 60_000;
/** Ids per statement. */
const maxIdsPerStatement = 500;
/** How long shutdown waits for the last write. */
const lastWriteMs = 1000;

/**
 * Records when each key was last used, to the minute, in the background once a minute. A crash loses at most
 * a minute of usage, and no request waits for the write.
 */
export function createKeyUsage(engine: Engine, clock: Clock) {
  /** The minute of last use by key id, not yet written. */
  let pending = new Map<string, number>();
  const timer = setInterval(() => void save(), minuteMs);
  timer.unref();

  async function save(): Promise<void> {
    const saved = pending;
    pending = new Map();
    const byMinute = Map.groupBy(saved.keys(), (id) => saved.get(id) ?? 0);
    try {
      for (const [minute, ids] of byMinute) {
        for (let at = 0; at < ids.length; at += maxIdsPerStatement) {
          await writeLastUse(engine, ids.slice(at, at + maxIdsPerStatement), minute);
        }
      }
    } catch {
      // The database is unreachable: retry next minute, together with newer uses.
      pending = new Map([...saved, ...pending]);
    }
  }

  return {
    note(keyId: string): void {
      pending.set(keyId, Math.floor(clock() / minuteMs) * minuteMs);
    },
    save,
    async close(): Promise<void> {
      clearInterval(timer);
      if (pending.size > 0) await Promise.race([save(), pause(lastWriteMs, undefined, { ref: false })]);
    },
  };
}

/** Another process may have recorded a later use. */
async function writeLastUse(engine: Engine, ids: string[], minute: number): Promise<void> {
  await engine.writeOne((db) =>
    db
      .updateTable("api_keys")
      .set({ last_used_at: minute })
      .where("id", "in", ids)
      .where((eb) => eb.or([eb("last_used_at", "is", null), eb("last_used_at", "<", minute)]))
      .execute(),
  );
}
