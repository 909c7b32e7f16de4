import { html } from "hono/html";
import {
  type DisputeStatus,
  isInquiry,
  isOpenDispute,
  isUnansweredDispute,
} from "../../../domain/dispute.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Dispute, Order } from "../../../domain/order.ts";
import type { Html } from "../../route.ts";
import { day, instant, type Tone, tag } from "../../view/texts.ts";

/**
 * What the buyer's bank reports about the order's payments, and its deadline for an answer; nothing without disputes.
 */
export function disputeSection({ disputes }: Order, zone: string): Html | "" {
  if (disputes.length === 0) return "";
  return html`<section class="card${disputes.some(isUnansweredDispute) ? " danger-zone" : ""}">
<h2>${disputes.length === 1 ? "Dispute" : "Disputes"}</h2>
<ul class="plain-list">${disputes.map((dispute) => html`<li>${disputeEntry(dispute, zone)}</li>`)}</ul>
</section>`;
}

function disputeEntry(dispute: Dispute, zone: string): Html {
  const { id, amount, currency, reason, openedAt, dueAt } = dispute;
  return html`<p>${tag(states[dispute.status], toneOf(dispute))}</p>
<p>The customer’s bank ${verbOf(dispute)} ${formatAmount(amount, currency)}. Reason: ${reasonText(reason)}.</p>
${
  isUnansweredDispute(dispute) &&
  html`<p>${dueAt === null ? "Respond" : html`<strong>Respond by ${day(dueAt, zone)}</strong>`} in the payment provider’s dashboard, ${isInquiry(dispute) ? "so that it doesn’t become a dispute" : "or you lose the money"}.</p>`
}
<p class="hint">Since ${instant(openedAt, zone)} · <code>${id}</code></p>`;
}

function toneOf(dispute: Dispute): Tone {
  if (!isOpenDispute(dispute)) return "plain";
  return isUnansweredDispute(dispute) ? "bad" : "wait";
}

function verbOf(dispute: Dispute): string {
  if (isInquiry(dispute)) return "asks about";
  return isOpenDispute(dispute) ? "disputes" : "disputed";
}

const states: Record<DisputeStatus, string> = {
  needs_response: "Needs a response",
  warning_needs_response: "Inquiry needs a response",
  under_review: "Under review",
  appeal_needs_response: "Appeal needs a response",
  appeal_under_review: "Appeal under review",
  warning_under_review: "Under review",
  won: "Won: you keep the money",
  lost: "Lost: the customer got the money back",
  warning_closed: "Inquiry closed",
  prevented: "Prevented",
};

/** Formats the provider's code: `product_not_received` as “product not received”. */
function reasonText(reason: string): string {
  return reason.replaceAll("_", " ");
}
