import { setTimeout as pause } from "node:timers/promises";
import type { Telemetry } from "@counterpart/server";
import type { Logger } from "pino";
import type { Clock } from "../domain/clock.ts";
import type { Database } from "./database.ts";
import { type RecordKind, recordKinds } from "./queries/retention.ts";

export interface CleanerParts {
  database: Pick<Database, "leases" | "retention">;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge">;
}

const everyMs = 60_000;
/** A little less than a minute, since timers aren't exact. It is kept, so that one process cleans up in a minute. */
const turnMs = everyMs - 5000;
/** How long batches are begun, of each minute; the last may take as long as a statement may. */
const maxMs = 30_000;
/** Rows in a transaction: few enough that no request has to wait. */
const batchSize = 1000;
/** After a batch, others have the database for as long as it took, up to this. */
const maxPauseMs = 100;

/** Deletes records whose retention has ended, every minute, until none is left or half a minute is over. */
export function createCleaner({ database, clock, log, telemetry }: CleanerParts) {
  const { leases, retention } = database;
  const behind = new Map<RecordKind, number>();
  let isStopping = false;

  telemetry.gauge({
    name: "cleanup_behind_seconds",
    help: "How overdue the deletion of the oldest record past its retention is, by records.",
    label: "records",
    read: () =>
      Object.fromEntries(recordKinds.map((kind) => [kind, Math.round((behind.get(kind) ?? 0) / 1000)])),
  });

  /** A batch of each kind in turn, so that none waits for another that has many. */
  async function clean(): Promise<void> {
    const until = performance.now() + maxMs;
    const isOver = () => isStopping || performance.now() > until;
    for (let left = recordKinds; left.length > 0 && !isOver(); ) {
      const full: RecordKind[] = [];
      for (const kind of left) {
        if (isOver()) return;
        if (await cleanBatch(kind)) full.push(kind);
      }
      left = full;
    }
  }

  /** @returns whether there may be more */
  async function cleanBatch(kind: RecordKind): Promise<boolean> {
    const startedAt = performance.now();
    try {
      const deleted = await retention.deleteOld(kind, { now: clock(), limit: batchSize });
      if (deleted < batchSize) return false;
    } catch (err) {
      log.error({ err, records: kind }, "old records can't be deleted");
      return false;
    }
    await pause(Math.min(performance.now() - startedAt, maxPauseMs));
    return true;
  }

  async function measure(): Promise<void> {
    for (const kind of recordKinds) {
      if (isStopping) return;
      behind.set(kind, await retention.overdueMs(kind, clock()));
    }
  }

  async function tick(): Promise<void> {
    try {
      if (await leases.take({ name: "cleanup", now: clock(), forMs: turnMs })) await clean();
    } finally {
      await measure();
    }
  }

  let running: Promise<unknown> = Promise.resolve();
  /** One after the other. */
  function run(work: () => Promise<void>): Promise<void> {
    const done = running.then(work);
    running = done.catch(() => {});
    return done;
  }
  const timer = setInterval(() => {
    run(tick).catch((err: unknown) => log.error({ err }, "cleaning up failed"));
  }, everyMs);
  timer.unref();

  return {
    /** Cleans up, whether or not it is this process's turn. */
    clean: () => run(clean),
    /** What happens every minute. */
    tick: () => run(tick),
    /** Resolves when the running batch, if any, is done. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      await running;
    },
  };
}
