import type { Stripe } from "stripe";
import { listOf, newestFirst } from "../conventions/list.ts";
import { object, type Params, pageOfList, read } from "../conventions/parameters.ts";
import type { Endpoint } from "../state/endpoint.ts";
import type { WebhookEndpoint } from "../state/state.ts";

const listParams = object({ ...pageOfList } satisfies Params<Stripe.WebhookEndpointListParams>);

/** Lists endpoints without their signing secrets, which are only shown on creation. */
export const listWebhookEndpoints: Endpoint = ({ state, form }) => {
  const created = state.timeline.nowSeconds();
  const all = state.webhookEndpoints.map((one, at) => toResource(one, at, created));
  return listOf(newestFirst(all), "/v1/webhook_endpoints", read(listParams, form));
};

function toResource(
  { url, events = ["*"], isDisabled = false }: WebhookEndpoint,
  at: number,
  created: number,
): Stripe.WebhookEndpoint {
  return {
    id: `we_${at + 1}`,
    object: "webhook_endpoint",
    api_version: null,
    application: null,
    created,
    description: null,
    enabled_events: events,
    livemode: false,
    metadata: {},
    status: isDisabled ? "disabled" : "enabled",
    url,
  };
}
