import { randomBytes } from "node:crypto";
import type { Database } from "../../database/database.ts";
import type { EventEndpoint } from "../../database/queries/events/endpoint.ts";
import type { Actor } from "../../domain/actor.ts";
import type { EventType } from "../../domain/events/event-types.ts";

/** 192 bits, as Standard Webhooks recommends. */
const secretBytes = 24;

/**
 * Adds a URL that receives a store's events.
 * @param url one that passes `endpointUrlFault`
 * @returns the endpoint and its signing secret, which is shown only this once
 */
export async function addEndpoint(
  { eventEndpoints }: Pick<Database, "eventEndpoints">,
  { storeId, url, types }: { storeId: string; url: string; types: EventType[] | null },
  by: Actor,
): Promise<{ endpoint: EventEndpoint; secret: string }> {
  const secret = `whsec_${randomBytes(secretBytes).toString("base64")}`;
  const endpoint = await eventEndpoints.add({ storeId, url: new URL(url).href, secret, types }, by);
  return { endpoint, secret };
}
