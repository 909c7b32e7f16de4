import type { EventType } from "../../../domain/events/event-types.ts";
import type { EventEndpointRow } from "../../schema.ts";

/** A merchant's URL that receives events. Instants are milliseconds since 1970. */
export interface EventEndpoint {
  id: string;
  storeId: string;
  url: string;
  /** The event types it receives; null for all. */
  types: EventType[] | null;
  createdAt: number;
  /** Null while it is enabled. */
  disabledAt: number | null;
  disabledReason: string | null;
}

/** Omits the secret, which only a delivery needs. */
export function toEndpoint(row: EventEndpointRow): EventEndpoint {
  return {
    id: row.id,
    storeId: row.store_id,
    url: row.url,
    types: row.types === null ? null : JSON.parse(row.types),
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}
