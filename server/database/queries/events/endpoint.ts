import type { AgentProtocol } from "../../../domain/agent-protocol.ts";
import type { AgentEventType, EventType } from "../../../domain/events/event-types.ts";
import type { EventEndpointRow } from "../../schema.ts";

/** A URL that receives events: the merchant's, or an agent's. Instants are milliseconds since 1970. */
export interface EventEndpoint {
  id: string;
  storeId: string;
  url: string;
  /** The event types it receives; null for all of merchants. */
  types: (EventType | AgentEventType)[] | null;
  /** The API keys of the agent whose orders it receives, since a rotated key has another id; null for the merchant's. */
  agentKeys: string[] | null;
  /** That the agent speaks; null for the merchant's. */
  protocol: AgentProtocol | null;
  createdAt: number;
  /** Null while it is enabled. */
  disabledAt: number | null;
  disabledReason: string | null;
}

/** Omits the secret, which only a delivery needs. */
export function toEndpoint(row: EventEndpointRow): EventEndpoint {
  const { agent_keys: acpKeys, platform_keys: ucpKeys } = row;
  const keys = acpKeys ?? ucpKeys;
  return {
    id: row.id,
    storeId: row.store_id,
    url: row.url,
    types: row.types === null ? null : JSON.parse(row.types),
    agentKeys: keys === null ? null : JSON.parse(keys),
    protocol: keys === null ? null : acpKeys === null ? "ucp" : "acp",
    createdAt: row.created_at,
    disabledAt: row.disabled_at,
    disabledReason: row.disabled_reason,
  };
}
