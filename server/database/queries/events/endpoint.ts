import type { AgentEventType, EventType } from "../../../domain/events/event-types.ts";
import type { EventEndpointRow } from "../../schema.ts";
import { camelCased } from "../camel-case.ts";

/** A URL that receives events: the merchant's, or an agent's. Instants are milliseconds since 1970. */
export type EventEndpoint = ReturnType<typeof toEndpoint>;

/** Omits the secret, which only a delivery needs. */
export function toEndpoint(row: EventEndpointRow) {
  const { agent_keys: acpKeys, platform_keys: ucpKeys } = row;
  const keys = acpKeys ?? ucpKeys;
  return {
    ...camelCased(row, "id", "store_id", "url", "created_at", "disabled_at", "disabled_reason"),
    /** The event types it receives; null for all of merchants. */
    types: row.types === null ? null : (JSON.parse(row.types) as (EventType | AgentEventType)[]),
    /** The API keys of the agent whose orders it receives, since a rotated key has another id; null for the merchant's. */
    agentKeys: keys === null ? null : (JSON.parse(keys) as string[]),
    /** That the agent speaks; null for the merchant's. */
    protocol: keys === null ? null : acpKeys === null ? ("ucp" as const) : ("acp" as const),
  };
}
