import { sql } from "kysely";
import { theService } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { protocolOfEvent } from "../../../domain/events/event-types.ts";
import type { Engine } from "../../engines/engine.ts";
import { camelCased } from "../camel-case.ts";
import { idsOf } from "../ids-of.ts";
import type { Claim } from "../mails/mails.ts";
import { toEndpoint } from "./endpoint.ts";
import { disableEnabled, disableWithoutKey } from "./endpoints.ts";

/** An event for an endpoint, with everything needed to send it. */
export interface Delivery {
  id: string;
  eventId: string;
  type: string;
  /** The id of its order, checkout session or product. */
  subjectId: string;
  /** JSON. */
  body: string;
  endpointId: string;
  storeId: string;
  url: string;
  secret: string;
  /** How often it has been sent, including this time. */
  attempts: number;
  giveUpAt: number;
}

/** How an attempt ended. `outcome` is an HTTP status or the reason why there is none. */
export type Attempt =
  | { result: "delivered"; outcome: string }
  | { result: "failed"; outcome: string; retryAt: number }
  /** No further attempts. The endpoint is disabled for this reason, unless it has since accepted another delivery. */
  | { result: "abandoned"; outcome: string; reason: string; unlessAcceptedSince: number }
  /** The attempt was interrupted and doesn't count. */
  | { result: "released" };

export interface DeliveryBacklog {
  /** Overdue deliveries to enabled endpoints. */
  due: number;
  /** How long the most overdue one has waited; milliseconds. */
  behindMs: number;
  /** Disabled endpoints. */
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
    /** The endpoints with due deliveries, the longest waiting first. */
    async dueEndpoints(now: number): Promise<{ endpointId: string; storeId: string }[]> {
      return due(now)
        .groupBy(["event_endpoints.id", "event_endpoints.store_id"])
        .select(["event_endpoints.id as endpointId", "event_endpoints.store_id as storeId"])
        .orderBy((eb) => eb.fn.min("event_deliveries.due_at"))
        .execute();
    },

    /**
     * Claims an endpoint's due deliveries, oldest first. No other process gets them until the lease ends,
     * after which the attempt counts as failed.
     */
    async claim({ endpointId, now, limit, leaseMs }: Claim & { endpointId: string }): Promise<Delivery[]> {
      return engine.write(async (db) => {
        const endpoint = await db
          .selectFrom("event_endpoints")
          .selectAll()
          .where("id", "=", endpointId)
          .where("disabled_at", "is", null)
          .executeTakeFirst();
        if (!endpoint) return [];
        const ended = { now, by: theService, reason: "Its key has expired." };
        if (await disableWithoutKey(db, toEndpoint(endpoint), ended)) return [];
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
          .where("id", "in", idsOf(claimed))
          .execute();
        const eventIds = claimed.map((delivery) => delivery.event_id);
        const events = await db.selectFrom("events").selectAll().where("id", "in", eventIds).execute();
        const eventOf = new Map(events.map((event) => [event.id, event]));
        // An older server resends any event to any endpoint by hand.
        const protocol = toEndpoint(endpoint).protocol ?? undefined;
        const isMisplaced = ({ event_id }: { event_id: string }) =>
          protocolOfEvent(eventOf.get(event_id)?.type ?? "") !== protocol;
        const misplaced = claimed.filter(isMisplaced).map(({ id }) => id);
        if (misplaced.length > 0) {
          const outcome = "not an event for this endpoint";
          await db
            .updateTable("event_deliveries")
            .set({ status: "failed", due_at: null, settled_at: now, last_outcome: outcome })
            .where("id", "in", misplaced)
            .execute();
        }
        return claimed.flatMap((row) => {
          const event = eventOf.get(row.event_id);
          if (!event || isMisplaced(row)) return [];
          return {
            ...camelCased(row, "id", "event_id", "give_up_at"),
            ...camelCased(event, "type", "subject_id", "body"),
            ...camelCased(endpoint, "store_id", "url", "secret"),
            endpointId,
            attempts: row.attempts + 1,
          };
        });
      });
    },

    /**
     * Records how an attempt ended, unless its lease ended and another process has sent the event since.
     * Returns whether the endpoint was disabled.
     */
    async finish({ id, endpointId, storeId, attempts }: Delivery, attempt: Attempt): Promise<boolean> {
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
        return disableEnabled(db, { storeId, endpointId }, { now, by: theService, reason: attempt.reason });
      });
    },

    /** How far behind the deliveries are. */
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
