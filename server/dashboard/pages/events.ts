import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { EventEndpoint } from "../../database/queries/events/endpoint.ts";
import type { RecordedDelivery, RecordedEvent } from "../../database/queries/events/events.ts";
import { endpointUrlFault } from "../../domain/events/endpoint-url.ts";
import { eventTypes, isEventType } from "../../domain/events/event-types.ts";
import { addEndpoint } from "../../merchants/events/add-endpoint.ts";
import { choiceOf, textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { secretText } from "../view/copyable.ts";
import { checkField, postForm, textField } from "../view/forms.ts";
import { instant, type Tone, tag } from "../view/texts.ts";

export const eventRoutes = [
  get("/events", "owner", async (request, services) => {
    return { page: { title: "Events", content: await eventsPage(request, services) } };
  }),
  post("/events/endpoints", "owner", createEndpoint),
  post("/events/endpoints/{endpointId}", "owner", changeEndpoint),
  post("/events/{eventId}/resend", "owner", async ({ store, path, by, link }, { database }) => {
    const count = await database.events.resend({ storeId: store.id, eventId: path.eventId ?? "" }, by);
    if (count === undefined) throw new ApiError("NOT_FOUND", "This store has no such event.");
    const notice =
      count === 0
        ? "No endpoint subscribes to this event."
        : `Resending the event to ${count === 1 ? "1 endpoint" : `${count} endpoints`}.`;
    return { redirect: link("/events"), notice };
  }),
];

const maxListed = 50;

type Listed = EventEndpoint & { waiting: number };

interface Message {
  /** The secret of a newly added endpoint, shown on this page only. */
  secret?: string;
  url?: string;
  fault?: string;
}

async function eventsPage(
  request: StoreRequest,
  { database }: Services,
  message: Message = {},
): Promise<Html> {
  const { store, link } = request;
  const endpoints = await database.eventEndpoints.list(store.id);
  const events = await database.events.list(store.id, maxListed);
  const urlOf = new Map(endpoints.map(({ id, url }) => [id, url]));
  const fields = html`${textField({ label: "URL", name: "url", type: "url", value: message.url, fault: message.fault, hint: "https, publicly reachable", placeholder: "https://", isRequired: true, autocomplete: "off" })}
<details><summary>Choose event types</summary><fieldset><legend>Event types (all if none is selected)</legend>
${eventTypes.map((type) => checkField({ label: type, name: "types", id: `type-${type}`, value: type, isChecked: false }))}
</fieldset></details>
<p class="actions"><button class="button">Add</button></p>`;
  return html`<div class="head"><h1>Events</h1>
<p class="lead">Signed webhooks notify your servers of what happens in the store. Failed deliveries are retried for three days.</p></div>
${message.secret !== undefined && secretCard(message.secret)}
<section class="card of-list">
${endpoints.length > 0 ? endpointTable(endpoints, request) : html`<p class="empty">No endpoints yet.</p>`}
</section>
<section class="card"><h2>Add an endpoint</h2>${postForm(request, link("/events/endpoints"), fields)}</section>
<section class="card of-list">
${events.length > 0 ? eventTable(events, request, urlOf) : html`<p class="empty">No events yet. They are recorded once the store has an endpoint.</p>`}
</section>`;
}

export function secretCard(secret: string, verified = "Standard Webhooks"): Html {
  return html`<section class="card" role="status"><h2>Signing secret</h2>
<p class="hint">Copy it now: it is shown only once. Your server verifies each event’s signature with it (${verified}).</p>
${secretText(secret)}</section>`;
}

export function endpointTable(endpoints: Listed[], request: StoreRequest): Html {
  return html`<table class="list stacked"><caption>Endpoints</caption>
<thead><tr><th scope="col">URL</th><th scope="col">Event types</th><th scope="col">Status</th><th scope="col" class="number">Waiting</th><th scope="col"><span class="hidden-text">Change</span></th></tr></thead>
<tbody>${endpoints.map((endpoint) => endpointRow(endpoint, request))}</tbody></table>`;
}

function endpointRow(
  { id, url, types, agentKeys, waiting, disabledAt, disabledReason }: Listed,
  request: StoreRequest,
): Html {
  const button = (action: string, label: string, style: string) =>
    postForm(
      request,
      request.link(`/events/endpoints/${id}`),
      html`<input type="hidden" name="action" value="${action}"><button class="${style}">${label}</button>`,
    );
  const state =
    disabledAt === null
      ? tag("Enabled", "good")
      : html`<span>${tag("Disabled", "bad")} <span class="small quiet">since ${instant(disabledAt, request.store.timeZone)}: ${disabledReason}</span></span>`;
  return html`<tr><th scope="row" class="address">${url}<span class="hint"><code>${id}</code></span></th>
<td data-label="Event types">${agentKeys === null ? (types?.join(", ") ?? "all") : html`orders of <code>${agentKeys.at(-1)}</code>`}</td><td data-label="Status">${state}</td>
<td class="number" data-label="Waiting">${waiting}</td>
<td><div class="actions">${disabledAt === null ? button("disable", "Disable", "link") : button("enable", "Enable", "link")}
${button("remove", "Remove", "link danger")}</div></td></tr>
`;
}

function eventTable(events: RecordedEvent[], request: StoreRequest, urlOf: Map<string, string>): Html {
  return html`<table class="list stacked"><caption>Latest events</caption>
<thead><tr><th scope="col">Event</th><th scope="col">Object</th><th scope="col">Deliveries</th><th scope="col"><span class="hidden-text">Resend</span></th></tr></thead>
<tbody>${events.map((event) => eventRow(event, request, urlOf))}</tbody></table>`;
}

function eventRow(event: RecordedEvent, request: StoreRequest, urlOf: Map<string, string>): Html {
  const { id, type, subjectId, createdAt, deliveries } = event;
  const resend = html`<button class="link">Resend<span class="hidden-text"> ${type} of ${id}</span></button>`;
  return html`<tr><th scope="row">${type}<span class="hint">${instant(createdAt, request.store.timeZone)}</span></th>
<td data-label="Object">${subjectOf(subjectId, request)}</td>
<td data-label="Deliveries"><ul class="plain-list">${deliveries.map((delivery) => html`<li>${deliveryText(delivery, urlOf, request.store.timeZone)}</li>`)}</ul></td>
<td>${postForm(request, request.link(`/events/${id}/resend`), resend)}</td></tr>
`;
}

function subjectOf(id: string, { link }: StoreRequest): Html {
  if (id.startsWith("order_")) return html`<a href="${link(`/orders/${id}`)}">Order</a>`;
  if (id.startsWith("prod_")) return html`<a href="${link(`/products/${id}`)}">Product</a>`;
  return html`<code>${id}</code>`;
}

const tones: Record<RecordedDelivery["status"], Tone> = { pending: "wait", delivered: "good", failed: "bad" };

function deliveryText(delivery: RecordedDelivery, urlOf: Map<string, string>, zone: string): Html {
  const { endpointId, status, attempts, lastOutcome, nextAttemptAt } = delivery;
  const url = urlOf.get(endpointId);
  const host = url === undefined ? "a removed endpoint" : new URL(url).host;
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return html`${tag(status, tones[status])} <span class="small">${host}, ${tries}${lastOutcome !== null && html`, last: ${lastOutcome}`}${
    nextAttemptAt !== null && attempts > 0 ? html`, next ${instant(nextAttemptAt, zone)}` : ""
  }</span>`;
}

async function createEndpoint(request: StoreRequest, services: Services): Promise<Reply> {
  const { store, form, by } = request;
  const url = textOf(form, "url");
  const types = form
    .getAll("types")
    .flatMap((type) => (typeof type === "string" && isEventType(type) ? type : []));
  const refuse = async (fault: string, status: number): Promise<Reply> => ({
    page: { title: "Events", content: await eventsPage(request, services, { url, fault }), status },
  });
  const fault = endpointUrlFault(url, { production: services.production });
  if (fault !== undefined) return refuse(fault, 400);
  try {
    const wanted = { storeId: store.id, url, types: types.length > 0 ? types : null };
    const { secret } = await addEndpoint(services.database, wanted, by);
    return { page: { title: "Events", content: await eventsPage(request, services, { secret }) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return refuse(error.message, error.status);
  }
}

async function changeEndpoint(
  { store, path, form, by, link }: StoreRequest,
  { database: { eventEndpoints } }: Services,
): Promise<Reply> {
  const address = { storeId: store.id, endpointId: path.endpointId ?? "" };
  const actions: Record<string, { done: string; change: () => Promise<boolean> }> = {
    enable: { done: "Endpoint enabled.", change: () => eventEndpoints.enable(address, by) },
    disable: {
      done: "Endpoint disabled. Its events wait.",
      change: () => eventEndpoints.disable(address, "in the dashboard", by),
    },
    remove: { done: "Endpoint removed.", change: () => eventEndpoints.remove(address, by) },
  };
  const action = choiceOf(form, "action", actions);
  if (!action) throw new ApiError("VALIDATION_ERROR", "Choose an action.");
  if (!(await action.change())) throw new ApiError("NOT_FOUND", "This store has no such endpoint.");
  return { redirect: link("/events"), notice: action.done };
}
