import type { ApiDocument, PreparedWebhook, Telemetry } from "@counterpart/server";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import type { Attempt, Delivery } from "../database/queries/events/deliveries.ts";
import type { Clock } from "../domain/clock.ts";
import { attemptAfter } from "./attempt-after.ts";
import { createSigner } from "./sign-event.ts";
import { createTurns } from "./turns.ts";

export interface DispatcherParts {
  database: Pick<Database, "eventDeliveries">;
  /** Read when the first event is sent. */
  loadDocument: () => Promise<ApiDocument>;
  /** Resolves to the status of the response; rejects when there is none, and when `signal` is aborted. */
  post: (webhook: PreparedWebhook, signal: AbortSignal) => Promise<number>;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge" | "counter">;
}

const everyMs = 1000;
const measureEveryMs = 15_000;
/** Longer than an attempt can take. After a kill, what was under way is sent again then. */
const leaseMs = 60_000;
/** Each endpoint has a slot of its own, so that a slow one delays no other; no store can take all of them. */
const maxEndpointsAtOnce = 16;
const maxEndpointsPerStore = 4;
const maxPerEndpointAtOnce = 4;
/** An endpoint begins no delivery after it, so a slot is held for this and one attempt. */
const turnMs = 2000;

/** Sends what is in the outbox. Several processes share the work: each claims what it sends. */
export function createDispatcher(parts: DispatcherParts) {
  const { database, loadDocument, post, clock, log, telemetry } = parts;
  const { eventDeliveries: deliveries } = database;
  const sign = createSigner(loadDocument);
  const turns = createTurns({ maxAtOnce: maxEndpointsAtOnce, maxPerStore: maxEndpointsPerStore });
  const serving = new Set<Promise<void>>();
  const stopping = new AbortController();
  let backlog = { due: 0, behindMs: 0, disabledEndpoints: 0 };
  const count = telemetry.counter({
    name: "event_deliveries_total",
    help: "Attempts to deliver an event, by result: delivered, failed, abandoned, or released by a process that stopped.",
    label: "result",
  });
  telemetry.gauge({
    name: "event_outbox",
    help: "Overdue deliveries (due) and endpoints that are switched off (disabled_endpoints).",
    label: "state",
    read: () => ({ due: backlog.due, disabled_endpoints: backlog.disabledEndpoints }),
  });
  telemetry.gauge({
    name: "event_outbox_behind_seconds",
    help: "How long the most overdue event for a merchant's server has waited.",
    label: "state",
    read: () => ({ due: Math.round(backlog.behindMs / 1000) }),
  });

  async function send(delivery: Delivery): Promise<Attempt> {
    try {
      const status = await post(await sign(delivery, clock()), stopping.signal);
      return attemptAfter(delivery, status, { now: clock(), random: Math.random() });
    } catch (error) {
      if (stopping.signal.aborted) return { result: "released" };
      const attempt = attemptAfter(delivery, error, { now: clock(), random: Math.random() });
      // The address isn't logged: it may carry a secret.
      const { eventId, endpointId } = delivery;
      log.info(
        { eventId, endpointId, reason: "outcome" in attempt && attempt.outcome },
        "an event wasn't sent",
      );
      return attempt;
    }
  }

  async function deliver(delivery: Delivery): Promise<boolean> {
    const attempt = await send(delivery);
    count(attempt.result);
    const { endpointId, storeId } = delivery;
    if ((await deliveries.finish(delivery, attempt)) && attempt.result === "abandoned") {
      log.warn({ endpointId, storeId, reason: attempt.reason }, "switched off an endpoint of events");
    }
    return attempt.result === "delivered";
  }

  /** Until nothing is due, all of a batch fails, or the turn is over. */
  async function serve(endpointId: string): Promise<void> {
    const until = clock() + turnMs;
    do {
      const claimed = await deliveries.claim({
        endpointId,
        now: clock(),
        limit: maxPerEndpointAtOnce,
        leaseMs,
      });
      if (claimed.length === 0) return;
      const arrived = await Promise.all(claimed.map(deliver));
      if (!arrived.includes(true)) return;
    } while (clock() < until && !stopping.signal.aborted);
  }

  function fillSlots(): void {
    if (stopping.signal.aborted) return;
    for (let endpoint = turns.take(); endpoint; endpoint = turns.take()) {
      const taken = endpoint;
      const { endpointId } = taken;
      const served = serve(endpointId)
        .catch((err: unknown) => log.error({ err, endpointId }, "sending events failed"))
        .finally(() => {
          serving.delete(served);
          turns.release(taken);
          fillSlots();
        });
      serving.add(served);
    }
  }

  async function dispatch(): Promise<void> {
    if (stopping.signal.aborted) return;
    turns.offer(await deliveries.dueEndpoints(clock()));
    fillSlots();
  }

  async function idle(): Promise<void> {
    while (serving.size > 0) await Promise.all(serving);
  }

  async function measure(): Promise<void> {
    backlog = await deliveries.backlog(clock());
  }

  let running: Promise<unknown> = Promise.resolve();
  /** One after the other. */
  function run(work: () => Promise<void>): Promise<void> {
    const done = running.then(work);
    running = done.catch((err: unknown) => log.error({ err }, "the outbox of events can't be read"));
    return done;
  }
  const timers: NodeJS.Timeout[] = [];

  return {
    /** Sends what is due, once a second. */
    start(): void {
      const tell = () => {};
      timers.push(
        setInterval(() => run(dispatch).catch(tell), everyMs).unref(),
        setInterval(() => run(measure).catch(tell), measureEveryMs).unref(),
      );
    },
    /** Sends what is due now, and resolves once its outcome is recorded. */
    async dispatch(): Promise<void> {
      await run(dispatch);
      await idle();
      await run(measure);
    },
    /** Interrupts what is under way, which is then sent by another process or by the next one. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await running;
      await idle();
    },
  };
}
