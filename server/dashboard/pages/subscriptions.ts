import { ApiError } from "@counterpart/server/errors";
import { html } from "hono/html";
import type { DuplicateSubscription } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import type { ListedSubscription } from "../../database/queries/buyers/subscriptions.ts";
import { formatAmount } from "../../domain/money.ts";
import { includesRole } from "../../domain/role.ts";
import { linesText, nextChange, priceOf, type SubscriptionRecord } from "../../domain/subscription.ts";
import { isLive } from "../../domain/subscription-state.ts";
import { textOf } from "../frame/forms.ts";
import { get, post } from "../get-and-post.ts";
import type { Html, Reply, Services, StoreRequest } from "../route.ts";
import { postForm } from "../view/forms.ts";
import { day, type Tone, tag } from "../view/texts.ts";
import { duplicateTag } from "./orders/duplicate.ts";

export const subscriptionRoutes = [
  get("/subscriptions", "read_only", listSubscriptions),
  post(
    "/subscriptions/{subscriptionId}/member",
    "staff",
    async ({ store, path, form, by, link }, { database }) => {
      const memberId = textOf(form, "member");
      if (memberId === "") throw new ApiError("VALIDATION_ERROR", "Enter the member’s id in your system.");
      const id = path.subscriptionId ?? "";
      const attached = await database.subscriptions.attach({ id, storeId: store.id, memberId }, by);
      if (!attached) throw noSuchSubscription();
      return {
        redirect: link("/subscriptions"),
        notice: `The subscription now belongs to the member ${memberId}.`,
      };
    },
  ),
  get("/subscriptions/{subscriptionId}/cancel", "staff", confirmCancelling),
  post(
    "/subscriptions/{subscriptionId}/cancel",
    "staff",
    async ({ store, path, form, by, link }, services) => {
      const { subscriptionId = "" } = path;
      const at = textOf(form, "at") === "now" ? "now" : "periodEnd";
      const subscription = await services.cancelSubscription({ storeId: store.id, subscriptionId }, at, by);
      if (!subscription) throw noSuchSubscription();
      const { cancelAt, endedAt } = subscription;
      const notice =
        endedAt !== null || cancelAt === null
          ? "The subscription has ended."
          : `The subscription ends on ${day(cancelAt, store.timeZone)}.`;
      return { redirect: link("/subscriptions"), notice };
    },
  ),
];

const perPage = 25;

const tones: Record<string, Tone> = {
  active: "good",
  trialing: "good",
  past_due: "bad",
  unpaid: "bad",
  incomplete: "wait",
  paused: "wait",
};

async function listSubscriptions(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { store, query, link } = request;
  const onlyLive = query.get("show") !== "all";
  const after = query.get("after") ?? undefined;
  const page = await database.subscriptions.page({ storeId: store.id, limit: perPage, after, onlyLive });
  if (!page) throw new ApiError("NOT_FOUND", "This page of subscriptions doesn’t exist.");
  const { subscriptions: shown, hasMore } = page;
  const duplicates = await database.duplicateSubscriptions.list(
    store.id,
    shown.map(({ id }) => id),
  );
  const counts = await database.subscriptions.counts(store.id);
  const first = `${link("/subscriptions")}${onlyLive ? "" : "?show=all"}`;
  const next = new URLSearchParams({ ...(!onlyLive && { show: "all" }), after: shown.at(-1)?.id ?? "" });
  const here = html` aria-current="page"`;
  const content = html`<div class="head"><h1>Subscriptions</h1></div>
<dl class="stats">
${stat("Live subscriptions", counts.live)}
${stat("Subscribed members", counts.members)}
${stat("Payment overdue", counts.overdue)}
</dl>
<nav aria-label="Filter subscriptions" class="filters"><ul class="tabs">
<li><a href="${link("/subscriptions")}"${onlyLive ? here : ""}>Live</a></li>
<li><a href="${link("/subscriptions")}?show=all"${onlyLive ? "" : here}>All</a></li>
</ul></nav>
<section class="card of-list">
${shown.length > 0 ? table(shown, duplicates, request) : html`<p class="empty">No ${onlyLive ? "live " : ""}subscriptions.</p>`}
</section>
<p class="pages">${after !== undefined ? html`<a href="${first}">← First page</a>` : html`<span></span>`}
${hasMore && html`<a href="${link("/subscriptions")}?${next}">Next page →</a>`}</p>`;
  return { page: { title: "Subscriptions", content } };
}

function stat(label: string, value: number): Html {
  return html`<div class="stat"><dt>${label}</dt><dd>${value}</dd></div>`;
}

function table(
  subscriptions: ListedSubscription[],
  duplicates: DuplicateSubscription[],
  request: StoreRequest,
): Html {
  const duplicateOf = new Map(duplicates.map((one) => [one.subscriptionId, one]));
  const duplicateNote = (id: string) => {
    const duplicate = duplicateOf.get(id);
    return duplicate && duplicateTag(duplicate);
  };
  return html`<table class="list stacked">
<caption class="hidden-text">Subscriptions</caption>
<thead><tr><th scope="col">Subscription</th><th scope="col">Status</th><th scope="col">Customer</th><th scope="col">Member</th></tr></thead>
<tbody>
${subscriptions.map(
  (one) => html`<tr><th scope="row">${titleOf(one)}<span class="hint"><code>${one.id}</code></span></th>
<td data-label="Status"><span><span class="tags">${tag(stateText(one), tones[one.status] ?? "plain")}${duplicateNote(one.id)}</span>
${nextText(one, request.store.timeZone)}${cancelLink(one, request)}</span></td>
<td data-label="Customer" class="wraps"><span>${customerOf(one, request)}</span></td>
<td data-label="Member"><span>${one.memberId ?? guest(one, request)}</span></td></tr>
`,
)}
</tbody>
</table>`;
}

/** The products and what they cost in each period. */
function titleOf(subscription: ListedSubscription): Html {
  const price = priceOf(subscription, formatAmount);
  return html`${linesText(subscription.lines)}${price !== "" && html`<span class="hint">${price}</span>`}`;
}

function nextText(subscription: SubscriptionRecord, zone: string): Html {
  const next = nextChange(subscription);
  return html`${next && html`<span class="hint">${next.text} ${day(next.at, zone)}</span>`}`;
}

function cancelLink({ id, status, cancelAt }: ListedSubscription, { role, link }: StoreRequest): Html {
  const isOffered = includesRole(role, "staff") && isLive({ status });
  return html`${isOffered && html`<a class="hint" href="${link(pathOf(id))}">${cancelAt === null ? "Cancel" : "End now"}<span class="hidden-text"> ${id}</span></a>`}`;
}

function pathOf(id: string): string {
  return `/subscriptions/${encodeURIComponent(id)}/cancel`;
}

/** Formats `past_due` as `Past due`. */
function stateText({ status }: ListedSubscription): string {
  const text = status.replaceAll("_", " ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The buyer, with a link to the order; for subscriptions without an order, the provider's id. */
function customerOf(
  { customerEmail, customerId, orderId }: ListedSubscription,
  { link }: StoreRequest,
): Html {
  if (orderId === null) return html`<code>${customerId}</code>`;
  return html`<a href="${link(`/orders/${orderId}`)}">${customerEmail ?? "Order"}</a>`;
}

/** A subscription without a member, and the form to attach it to one. */
function guest({ id }: ListedSubscription, request: StoreRequest): Html {
  const name = html`<span class="quiet">guest</span>`;
  if (!includesRole(request.role, "staff")) return name;
  const fields = html`<div class="inline-form"><label class="hidden-text" for="member-${id}">Member for ${id}</label>
<input id="member-${id}" name="member" required maxlength="200" autocomplete="off" placeholder="The member’s id">
<button class="button secondary small">Attach</button></div>`;
  return html`${name} <details><summary>Attach to a member</summary>
${postForm(request, request.link(`/subscriptions/${encodeURIComponent(id)}/member`), fields)}</details>`;
}

/** Says when the subscription would end before anything is changed. */
async function confirmCancelling(request: StoreRequest, { database }: Services): Promise<Reply> {
  const { store, path, link } = request;
  const { subscriptionId = "" } = path;
  const subscription = await database.subscriptions.findOfStore({ storeId: store.id, subscriptionId });
  if (!subscription) throw noSuchSubscription();
  const { id, lines, memberId, cancelAt, currentPeriodEnd } = subscription;
  const end = cancelAt ?? currentPeriodEnd;
  const endText = end === null ? "at the end of its period" : `on ${day(end, store.timeZone)}`;
  const periodEnd = html`<button class="button" name="at" value="periodEnd">Let it end ${endText}</button>`;
  const fields = html`<p class="actions">${cancelAt === null && periodEnd}
<button class="button danger" name="at" value="now">End it now</button>
<a class="button secondary" href="${link("/subscriptions")}">Keep it</a></p>`;
  const content = html`<p class="crumb"><a href="${link("/subscriptions")}">← Subscriptions</a></p>
<div class="head"><h1>Cancel a subscription</h1>
<p class="lead">${linesText(lines) || id}${memberId !== null && ` · ${memberId}`}</p></div>
<section class="card">
<p>${cancelAt !== null && html`It ends ${endText}, unless you end it now. `}Until it ends, the member keeps what was paid for, and can withdraw a
cancellation in the billing portal. No further period is charged, and nothing is refunded. Payments are refunded with the order.</p>
${postForm(request, link(pathOf(id)), fields)}
</section>`;
  return { page: { title: "Cancel a subscription", content } };
}

function noSuchSubscription(): ApiError {
  return new ApiError("NOT_FOUND", "This store has no such subscription.");
}
