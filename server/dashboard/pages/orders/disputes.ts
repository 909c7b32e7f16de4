import { html } from "hono/html";
import type { Dispute, Order } from "../../../database/queries/orders/order.ts";
import { isOpenDispute, isUnansweredDispute } from "../../../domain/dispute.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Html } from "../../route.ts";
import { day, instant, tag } from "../../view/texts.ts";

/** What the buyer's bank says about the order's payments, and until when it takes an answer; nothing where it says nothing. */
export function disputeSection({ disputes }: Order): Html | "" {
  if (disputes.length === 0) return "";
  return html`<section class="card${disputes.some(isUnansweredDispute) ? " danger-zone" : ""}">
<h2>${disputes.length === 1 ? "Dispute" : "Disputes"}</h2>
<ul class="plain-list">${disputes.map((dispute) => html`<li>${disputeEntry(dispute)}</li>`)}</ul>
</section>`;
}

function disputeEntry(dispute: Dispute): Html {
  const { id, amount, currency, reason, openedAt, dueAt } = dispute;
  return html`<p>${isOpenDispute(dispute) ? tag(stateOf(dispute), isUnansweredDispute(dispute) ? "bad" : "wait") : tag(stateOf(dispute), "plain")}</p>
<p>The customer’s bank disputes ${formatAmount(amount, currency)}. Its reason: ${reasonText(reason)}.</p>
${
  isUnansweredDispute(dispute) &&
  html`<p>${dueAt === null ? "Answer it" : html`<strong>Answer it by ${day(dueAt)}</strong>`} in the payment provider’s dashboard, or the bank keeps the money.</p>`
}
<p class="hint">Since ${instant(openedAt)} · <code>${id}</code></p>`;
}

const states: Record<string, string> = {
  needs_response: "Needs an answer",
  warning_needs_response: "Inquiry needs an answer",
  under_review: "The bank is deciding",
  warning_under_review: "The bank is deciding",
  won: "Won",
  lost: "Lost",
  warning_closed: "Inquiry closed",
  prevented: "Prevented",
};

function stateOf({ status }: Dispute): string {
  return states[status] ?? status.replaceAll("_", " ");
}

/** The provider's code in words: `product_not_received` as “product not received”. */
function reasonText(reason: string): string {
  return reason.replaceAll("_", " ");
}
