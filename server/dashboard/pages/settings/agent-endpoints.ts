import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import { isLive } from "../../../database/queries/keys/key-holders.ts";
import { agentSecretFault } from "../../../domain/events/agent-secret.ts";
import { endpointUrlFault } from "../../../domain/events/endpoint-url.ts";
import { addEndpoint } from "../../../merchants/events/add-endpoint.ts";
import { textOf } from "../../frame/forms.ts";
import { get, post } from "../../get-and-post.ts";
import type { Reply, Services, StoreRequest } from "../../route.ts";
import { postForm, selectField, textField } from "../../view/forms.ts";
import { endpointTable, secretCard } from "../events.ts";

export const agentEndpointRoutes = [
  get("/settings/agents", "owner", (...all) => endpointsPage(...all)),
  post("/settings/agents", "owner", addAgentEndpoint),
];

interface Message {
  /** The secret of a newly added endpoint, shown on this page only. */
  secret?: string;
  typed?: { url: string; agent: string };
  faults?: { url?: string | undefined; secret?: string | undefined; agent?: string | undefined };
}

const title = "Order events for agents";

/** The URLs that receive the orders that agents bought. */
async function endpointsPage(
  request: StoreRequest,
  { database, clock }: Services,
  { secret, typed, faults }: Message = {},
): Promise<Reply> {
  const { store, link } = request;
  const all = await database.eventEndpoints.list(store.id);
  const endpoints = all.filter(({ agentKeys }) => agentKeys !== null);
  const keys = (await database.keys.list(store.id)).filter(
    (key) => isLive(key, clock()) && key.scopes.some((scope) => scope !== "catalog"),
  );
  const options = keys.map(({ id, label }): [string, string] => [id, label ?? id]);
  const fields = html`${selectField({
    ...{ label: "Agent", name: "agent", value: typed?.agent ?? "", options },
    ...{ fault: faults?.agent, hint: "The API key with which it buys" },
  })}
${textField({
  ...{ label: "URL", name: "url", type: "url", value: typed?.url, fault: faults?.url, isRequired: true },
  ...{ hint: "https, publicly reachable", placeholder: "https://", autocomplete: "off" },
})}
${textField({
  ...{ label: "Signing secret", name: "secret", type: "password", fault: faults?.secret },
  ...{
    hint: "The one that the agent gave you. Leave it empty to get a new one for it.",
    autocomplete: "off",
  },
})}
<p class="actions"><button class="button">Add</button></p>`;
  const content = html`<p class="crumb"><a href="${link("/settings")}#agents">← Settings</a></p>
<div class="head"><h1>${title}</h1>
<p class="lead">An agent learns what happens to the orders that it bought: placed, sent, refunded. It gets no others. Failed deliveries are retried for three days.</p></div>
${secret !== undefined && secretCard(secret, "the header Merchant-Signature")}
<section class="card of-list">
${endpoints.length > 0 ? endpointTable(endpoints, request) : html`<p class="empty">No endpoints of agents yet.</p>`}
</section>
<section class="card"><h2>Add an endpoint</h2>
${
  options.length > 0
    ? postForm(request, link("/settings/agents"), fields)
    : html`<p>First create an <a href="${link("/keys")}">API key</a> for the agent.</p>`
}</section>
<p class="hint"><a href="${link("/events")}">All events</a></p>`;
  return { page: { title, content, status: faults ? 400 : 200 } };
}

async function addAgentEndpoint(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by } = request;
  const typed = { url: textOf(form, "url"), agent: textOf(form, "agent") };
  const given = textOf(form, "secret");
  const agentSecret = given === "" ? undefined : given;
  const faults = {
    url: endpointUrlFault(typed.url, services),
    secret: agentSecret === undefined ? undefined : agentSecretFault(agentSecret),
  };
  if (faults.url !== undefined || faults.secret !== undefined)
    return endpointsPage(request, services, { typed, faults });
  const wanted = { storeId: store.id, url: typed.url, types: null, agentKey: typed.agent, agentSecret };
  try {
    const { secret } = await addEndpoint(services.database, wanted, by);
    return endpointsPage(request, services, agentSecret === undefined ? { secret } : {});
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return endpointsPage(request, services, { typed, faults: { agent: error.message } });
  }
}
