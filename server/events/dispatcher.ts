import type { PreparedWebhook, Telemetry } from "@counterpart/server";
import { ForbiddenAddress } from "@counterpart/server/public-address";
import type { Logger } from "pino";
import { oneAtATime } from "../database/concurrency/one-at-a-time.ts";
import type { Database } from "../database/database.ts";
import type { Attempt, Delivery } from "../database/queries/events/deliveries.ts";
import type { Clock } from "../domain/clock.ts";
import { giveUpAfterMs, retryDelayMs } from "../domain/events/delivery-schedule.ts";
import { AttemptTimeout } from "./post.ts";
import { createTurns } from "./turns.ts";

export interface DispatcherParts {
  database: Pick<Database, "eventDeliveries">;
  /** The signed request for a delivery. */
  sign: (delivery: Delivery, now: number) => Promise<PreparedWebhook>;
  /** Resolves to the response's status. Rejects when there is none, or when `signal` is aborted. */
  post: (webhook: PreparedWebhook, signal: AbortSignal) => Promise<number>;
  clock: Clock;
  log: Logger;
  telemetry: Pick<Telemetry, "gauge" | "counter">;
}

const everyMs = 1000;
const measureEveryMs = 15_000;
/** Longer than an attempt can take. If a process is killed, its deliveries are sent again after this time. */
const leaseMs = 60_000;
/** Each endpoint has its own slot, so that a slow one doesn't delay others. The limit per store keeps slots free. */
const maxEndpointsAtOnce = 16;
const maxEndpointsPerStore = 4;
const maxPerEndpointAtOnce = 4;
/** No delivery starts after this, so an endpoint holds its slot for this long plus one attempt. */
const turnMs = 2000;

/** Sends the events in the outbox. Processes share the work by claiming deliveries. */
export function createDispatcher(parts: DispatcherParts) {
  const { database, sign, post, clock, log, telemetry } = parts;
  const { eventDeliveries: deliveries } = database;
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
    help: "Overdue deliveries (due) and disabled endpoints (disabled_endpoints).",
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
      // The URL isn't logged: it may contain a secret.
      const { eventId, endpointId } = delivery;
      log.info(
        { eventId, endpointId, reason: "outcome" in attempt && attempt.outcome },
        "could not send an event",
      );
      return attempt;
    }
  }

  async function deliver(delivery: Delivery): Promise<boolean> {
    const attempt = await send(delivery);
    count(attempt.result);
    const { endpointId, storeId } = delivery;
    if ((await deliveries.finish(delivery, attempt)) && attempt.result === "abandoned") {
      log.warn({ endpointId, storeId, reason: attempt.reason }, "disabled an event endpoint");
    }
    return attempt.result === "delivered";
  }

  /** Sends until nothing is due, a whole batch fails, or the turn is over. */
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
        .catch((err: unknown) => log.error({ err, endpointId }, "could not send events"))
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

  const jobs = oneAtATime();
  const timers: NodeJS.Timeout[] = [];

  function repeat(job: () => Promise<void>, everyMs: number): void {
    const logError = (err: unknown) => log.error({ err }, "could not read the outbox of events");
    timers.push(setInterval(() => jobs.run(job).catch(logError), everyMs).unref());
  }

  return {
    /** Sends due events once a second. */
    start(): void {
      repeat(dispatch, everyMs);
      repeat(measure, measureEveryMs);
    },
    /** Sends due events now, and resolves once their outcome is recorded. */
    async dispatch(): Promise<void> {
      await jobs.run(dispatch);
      await idle();
      await jobs.run(measure);
    },
    /** Interrupts running deliveries; another process, or the next one, sends them. */
    async stop(): Promise<void> {
      for (const timer of timers) clearInterval(timer);
      stopping.abort();
      await jobs.ended();
      await idle();
    },
  };
}

/** The result of an attempt, from the response's status or the error. */
function attemptAfter(
  { attempts, giveUpAt }: Pick<Delivery, "attempts" | "giveUpAt">,
  answer: unknown,
  { now, random }: { now: number; random: number },
): Attempt {
  const outcome = outcomeOf(answer);
  if (typeof answer === "number" && answer >= 200 && answer <= 299) return { result: "delivered", outcome };
  if (answer === 410) {
    return {
      result: "abandoned",
      outcome,
      reason: "It responded with 410.",
      unlessAcceptedSince: Number.MAX_SAFE_INTEGER,
    };
  }
  const retryAt = now + retryDelayMs(attempts, random);
  if (retryAt <= giveUpAt) return { result: "failed", outcome, retryAt };
  return {
    result: "abandoned",
    outcome,
    reason: `All deliveries failed for three days. Last result: ${outcome}.`,
    unlessAcceptedSince: now - giveUpAfterMs,
  };
}

/** For the operator: an HTTP status, or a short reason why there is none. */
function outcomeOf(answer: unknown): string {
  if (typeof answer === "number") return String(answer);
  if (answer instanceof ForbiddenAddress) return answer.message;
  if (answer instanceof AttemptTimeout) return "no response in time";
  const { name, code } = answer as NodeJS.ErrnoException;
  if (name === "ContractViolation") return "the event doesn't match the document";
  return code ?? "no response";
}
