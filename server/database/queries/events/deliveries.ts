import { sql } from "kysely";
import type { Clock } from "../../../domain/clock.ts";
import type { Engine } from "../../engines/engine.ts";

/** An event on its way to an endpoint, and what sending it takes. */
export interface Delivery {
  id: string;
  eventId: string;
  type: string;
  /** JSON. */
  body: string;
  endpointId: string;
  storeId: string;
  url: string;
  secret: string;
  /** How often it has been sent, this time included. */
  attempts: number;
  giveUpAt: number;
}

/** How an attempt ended. `outcome` is an HTTP status, or what kept it from one. */
export type Attempt =
  | { result: "delivered"; outcome: string }
  | { result: "failed"; outcome: string; retryAt: number }
  /** It isn't sent again. Its endpoint is switched off for this reason, unless it has accepted another since. */
  | { result: "abandoned"; outcome: string; reason: string; unlessAcceptedSince: number }
  /** It was interrupted, and doesn't count. */
  | { result: "released" };

export interface DeliveryBacklog {
  /** Deliveries to endpoints that are switched on, which should have been sent by now. */
  due: number;
  /** How long the most overdue one has waited; milliseconds. */
  behindMs: number;
  /** Endpoints that are switched off. */
  disabledEndpoints: number;
}

export function eventDeliveryQueries(engine: Engine, clock: Clock) {
  const due = (now: number) =>
    engine.read
      .selectFrom("event_deliveries")
      .innerJoin("event_endpoints", "event_endpoints.id", "event_deliveries.endpoint_id")
      .where("event_endpoints.disabled_at", "is", null)
      .where("event_deliveries.due_at", "is not", null)
      .where("event_deliveries.due_at", "<=", now);

  return {
    /** The endpoints for which something is due, the longest waiting first. */
    async dueEndpoints(now: number): Promise<{ endpointId: string; storeId: string }[]> {
      return due(now)
        .groupBy(["event_endpoints.id", "event_endpoints.store_id"])
        .select(["event_endpoints.id as endpointId", "event_endpoints.store_id as storeId"])
        .orderBy((eb) => eb.fn.min("event_deliveries.due_at"))
        .execute();
    },

    /**
     * Claims what is due for an endpoint, oldest first. Nobody else gets it until the lease ends, after which it counts
     * as an attempt that failed.
     */
    async claim({
      endpointId,
      now,
      limit,
      leaseMs,
    }: {
      endpointId: string;
      now: number;
      limit: number;
      leaseMs: number;
    }): Promise<Delivery[]> {
      return engine.write(async (db) => {
        const endpoint = await db
          .selectFrom("event_endpoints")
          .selectAll()
          .where("id", "=", endpointId)
          .where("disabled_at", "is", null)
          .executeTakeFirst();
        if (!endpoint) return [];
        const claimed = await db
          .selectFrom("event_deliveries")
          .selectAll()
          .where("endpoint_id", "=", endpointId)
          .where("due_at", "is not", null)
          .where("due_at", "<=", now)
          .orderBy("due_at")
          .orderBy("id")
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute();
        if (claimed.length === 0) return [];
        await db
          .updateTable("event_deliveries")
          .set((eb) => ({ due_at: now + leaseMs, attempts: eb("attempts", "+", 1) }))
          .where(
            "id",
            "in",
            claimed.map(({ id }) => id),
          )
          .execute();
        const events = await db
          .selectFrom("events")
          .selectAll()
          .where(
            "id",
            "in",
            claimed.map((delivery) => delivery.event_id),
          )
          .execute();
        const eventOf = new Map(events.map((event) => [event.id, event]));
        return claimed.flatMap((row) => {
          const event = eventOf.get(row.event_id);
          if (!event) return [];
          return {
            id: row.id,
            eventId: event.id,
            type: event.type,
            body: event.body,
            endpointId,
            storeId: endpoint.store_id,
            url: endpoint.url,
            secret: endpoint.secret,
            attempts: row.attempts + 1,
            giveUpAt: row.give_up_at,
          };
        });
      });
    },

    /**
     * Records how an attempt ended; nothing when its lease had ended and somebody else has sent it since. Returns whether
     * the endpoint was switched off.
     */
    async finish({ id, endpointId, attempts }: Delivery, attempt: Attempt): Promise<boolean> {
      const now = clock();
      return engine.write(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("event_deliveries")
          .set(columnsAfter(attempt, { attempts, now }))
          .where("id", "=", id)
          .where("attempts", "=", attempts)
          .where("due_at", "is not", null)
          .executeTakeFirst();
        if (numUpdatedRows === 0n || attempt.result !== "abandoned") return false;
        const accepted = await db
          .selectFrom("event_deliveries")
          .select("id")
          .where("endpoint_id", "=", endpointId)
          .where("status", "=", "delivered")
          .where("settled_at", ">=", attempt.unlessAcceptedSince)
          .limit(1)
          .executeTakeFirst();
        if (accepted) return false;
        const switched = await db
          .updateTable("event_endpoints")
          .set({ disabled_at: now, disabled_reason: attempt.reason })
          .where("id", "=", endpointId)
          .where("disabled_at", "is", null)
          .executeTakeFirst();
        return switched.numUpdatedRows > 0n;
      });
    },

    /** How far behind the sending is. */
    async backlog(now: number): Promise<DeliveryBacklog> {
      const { count, oldest } = await due(now)
        .select((eb) => [
          eb.fn.countAll<number>().as("count"),
          eb.fn.min<number | null>("event_deliveries.due_at").as("oldest"),
        ])
        .executeTakeFirstOrThrow();
      const { disabled } = await engine.read
        .selectFrom("event_endpoints")
        .where("disabled_at", "is not", null)
        .select(sql<number>`count(*)`.as("disabled"))
        .executeTakeFirstOrThrow();
      return { due: count, behindMs: oldest === null ? 0 : now - oldest, disabledEndpoints: disabled };
    },
  };
}

function columnsAfter(attempt: Attempt, { attempts, now }: { attempts: number; now: number }) {
  switch (attempt.result) {
    case "delivered":
      return { status: "delivered", due_at: null, settled_at: now, last_outcome: attempt.outcome };
    case "failed":
      return { due_at: attempt.retryAt, last_outcome: attempt.outcome };
    case "abandoned":
      return { status: "failed", due_at: null, settled_at: now, last_outcome: attempt.outcome };
    case "released":
      return { due_at: now, attempts: attempts - 1 };
  }
}
