import { giveUpAfterMs } from "../../../domain/events/delivery-schedule.ts";
import { type AgentEventType, type EventType, isWanted } from "../../../domain/events/event-types.ts";
import { newId } from "../../../domain/ids.ts";
import type { Product } from "../../../domain/product.ts";
import type { Queries } from "../../engines/queries.ts";
import { type EventEndpoint, toEndpoint } from "./endpoint.ts";

/** Something that happened in a store. */
export interface NewEvent {
  type: EventType | AgentEventType;
  /** The id of its order, checkout session or product. */
  subjectId: string;
  /** As the API would return it now. Events for agents have none: their order is read when they are sent. */
  data: object;
  /** The API key of the agent that an event for agents is for. */
  agent?: string;
}

export function productEvents(type: EventType, products: Product[]): NewEvent[] {
  return products.map((data) => ({ type, subjectId: data._id, data }));
}

/** A store's endpoints, including disabled ones, for which events wait. */
export async function listenersOf(db: Queries, storeId: string): Promise<EventEndpoint[]> {
  const rows = await db.selectFrom("event_endpoints").selectAll().where("store_id", "=", storeId).execute();
  return rows.map(toEndpoint);
}

/** The columns of a delivery that hasn't been sent. */
export function pendingDelivery(now: number) {
  return {
    status: "pending",
    attempts: 0,
    due_at: now,
    give_up_at: now + giveUpAfterMs,
    settled_at: null,
  };
}

/**
 * Puts events into the outbox in the transaction of their effect, with a delivery for each endpoint that
 * wants them. Events that no endpoint wants aren't recorded.
 * @param now when it happened, in milliseconds since 1970
 */
export async function recordEvents(
  db: Queries,
  { storeId, listeners, now }: { storeId: string; listeners: EventEndpoint[]; now: number },
  happened: NewEvent[],
): Promise<void> {
  const wanted = happened
    .map((event) => ({
      id: newId("evt"),
      event,
      endpoints: listeners.filter((endpoint) => isWanted(event, endpoint)),
    }))
    .filter(({ endpoints }) => endpoints.length > 0);
  if (wanted.length === 0) return;
  const timestamp = new Date(now).toISOString();
  await db
    .insertInto("events")
    .values(
      wanted.map(({ id, event: { type, subjectId, data } }) => ({
        id,
        store_id: storeId,
        type,
        subject_id: subjectId,
        body: JSON.stringify({ type, timestamp, data }),
        created_at: now,
      })),
    )
    .execute();
  await db
    .insertInto("event_deliveries")
    .values(
      wanted.flatMap(({ id, endpoints }) =>
        endpoints.map((endpoint) => ({
          ...{ id: newId("dlv"), event_id: id, endpoint_id: endpoint.id, last_outcome: null },
          ...pendingDelivery(now),
        })),
      ),
    )
    .execute();
}
