import { randomBytes } from "node:crypto";
import type { Database } from "../../database/database.ts";
import type { EventEndpoint } from "../../database/queries/events/endpoint.ts";
import type { Actor } from "../../domain/actor.ts";
import type { EventType } from "../../domain/events/event-types.ts";

/** 192 bits, as Standard Webhooks recommends. */
const secretBytes = 24;

export interface WantedEndpoint {
  storeId: string;
  /** One that passes `endpointUrlFault`. */
  url: string;
  types: EventType[] | null;
  /** The API key of the agent whose orders it receives; missing for the merchant's own. */
  agentKey?: string | undefined;
  /** One that an agent gave, which passes `agentSecretFault`; missing for a new one. */
  agentSecret?: string | undefined;
}

/**
 * Adds a URL that receives a store's events.
 * @returns the endpoint and its signing secret, which is shown only this once if it is new
 */
export async function addEndpoint(
  { eventEndpoints }: Pick<Database, "eventEndpoints">,
  { url, agentSecret, ...wanted }: WantedEndpoint,
  by: Actor,
): Promise<{ endpoint: EventEndpoint; secret: string }> {
  const secret = agentSecret ?? `whsec_${randomBytes(secretBytes).toString("base64")}`;
  const endpoint = await eventEndpoints.add({ ...wanted, url: new URL(url).href, secret }, by);
  return { endpoint, secret };
}
