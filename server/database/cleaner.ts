import { setTimeout as pause } from "node:timers/promises";
import type { Telemetry } from "@counterpart/server";
import type { Logger } from "pino";
import type { Clock } from "../domain/clock.ts";
import { oneAtATime } from "./concurrency/one-at-a-time.ts";
import type { Database } from "./database.ts";
import { type RecordKind, recordKinds } from "./queries/retention.ts";

export interface CleanerParts {
  database: Pick<Database, "leases" | "retention">;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge">;
}

const everyMs = 60_000;
/** Under a minute, because timers aren't exact. The lease isn't released, so one process cleans up per minute. */
const turnMs = everyMs - 5000;
/** How long new batches may start within each minute. The last one may take as long as a statement may. */
const maxMs = 30_000;
/** Rows per transaction: few enough that no request has to wait. */
const batchSize = 1000;
/** The pause after a batch equals the batch's duration, up to this limit. */
const maxPauseMs = 100;

/** Deletes records past their retention every minute, for up to half a minute. */
export function createCleaner({ database, clock, log, telemetry }: CleanerParts) {
  const { leases, retention } = database;
  const behind = new Map<RecordKind, number>();
  let isStopping = false;

  telemetry.gauge({
    name: "cleanup_behind_seconds",
    help: "How long the deletion of the oldest record past its retention is overdue, by kind of record.",
    label: "records",
    read: () =>
      Object.fromEntries(recordKinds.map((kind) => [kind, Math.round((behind.get(kind) ?? 0) / 1000)])),
  });

  /** Deletes one batch of each kind in turn, so that a large backlog of one kind doesn't delay the others. */
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
      log.error({ err, records: kind }, "could not delete old records");
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

  const jobs = oneAtATime();
  const timer = setInterval(() => {
    jobs.run(tick).catch((err: unknown) => log.error({ err }, "the clean-up failed"));
  }, everyMs);
  timer.unref();

  return {
    /** Cleans up even when it isn't this process's turn. */
    clean: () => jobs.run(clean),
    /** The job that runs every minute. */
    tick: () => jobs.run(tick),
    /** Resolves when the running batch, if any, has finished. */
    async stop(): Promise<void> {
      clearInterval(timer);
      isStopping = true;
      await jobs.ended();
    },
  };
}
