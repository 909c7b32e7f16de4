import { html } from "hono/html";
import type { AuditEntry } from "../../../database/queries/audit/audit-trail.ts";
import type { Actor } from "../../../domain/actor.ts";
import type { AuditAction, FieldChanges } from "../../../domain/audit.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Order } from "../../../domain/order.ts";
import { contentText } from "../../../domain/parcels.ts";
import type { Html, Services, StoreRequest } from "../../route.ts";
import { actionText, actorText } from "../../view/audit-texts.ts";
import { instant, type Tone } from "../../view/texts.ts";

interface Entry {
  /** Milliseconds since 1970. */
  at: number;
  text: string;
  tone: Tone;
  by?: Actor;
}

/** More changes than this are only in the audit trail. */
const maxChanges = 50;

/** What happened to the order, newest first: its payments, refunds and disputes, and changes with their actors. */
export async function timelineSection(
  order: Order,
  { store, link }: StoreRequest,
  { database }: Pick<Services, "database">,
): Promise<Html> {
  const changes = await database.auditTrail.list({
    storeId: store.id,
    objectId: order.id,
    limit: maxChanges,
  });
  const entries = timelineOf(order, changes?.entries ?? []);
  const people = entries.flatMap(({ by }) => (by?.kind === "person" ? by.id : []));
  const found = await database.people.findAll([...new Set(people)]);
  const names = new Map(found.map(({ id, email }) => [id, email]));
  return html`<section class="card">
<div class="card-head"><h2>Timeline</h2><a href="${link(`/audit?about=${order.id}`)}">Audit trail</a></div>
<ol class="timeline">${entries.map(
    ({ at, text, tone, by }) =>
      html`<li class="${tone}">${text}<p class="hint">${instant(at, store.timeZone)}${by && html` · ${actorText(by, names)}`}</p></li>
`,
  )}</ol>
</section>`;
}

/** @param changes from the audit trail */
function timelineOf(order: Order, changes: AuditEntry[]): Entry[] {
  const changed = changes.map(({ action, changes: fields, by, createdAt }): Entry => {
    return { at: createdAt, ...changeText(order, action, fields), by };
  });
  // Stable: of the same instant, the later step comes first.
  return [...changed, ...factsOf(order, changes).toReversed()].sort((a, b) => b.at - a.at);
}

/** In the order in which they happen within an instant. */
function factsOf(order: Order, changes: AuditEntry[]): Entry[] {
  const { createdAt, status, payments, refunds, disputes, fulfilledAt } = order;
  const facts: Entry[] = [{ at: createdAt, text: "Order placed", tone: "plain" }];
  if (status === "pending") facts.push({ at: createdAt, text: "Waiting for the payment", tone: "wait" });
  if (status === "failed") facts.push({ at: createdAt, text: "Payment failed", tone: "bad" });
  for (const [n, { paidAt, amount, currency, invoiceId }] of payments.entries()) {
    const kind = n > 0 && invoiceId !== null ? "Renewal" : "Payment";
    facts.push({ at: paidAt, text: `${kind} of ${formatAmount(amount, currency)} received`, tone: "good" });
  }
  // Without an actor, such as before the audit trail existed.
  const isRecorded = changes.some(({ changes: fields }) => fields.fulfilledAt?.to === fulfilledAt);
  if (fulfilledAt !== null && !isRecorded) facts.push({ at: fulfilledAt, text: "Fulfilled", tone: "good" });
  for (const { createdAt: at, amount, currency, status: refundStatus } of refunds) {
    const text = `Refund of ${formatAmount(amount, currency)} ${refundTexts[refundStatus]}`;
    facts.push({ at, text, tone: refundStatus === "failed" ? "bad" : "plain" });
  }
  for (const { openedAt, amount, currency } of disputes) {
    facts.push({ at: openedAt, text: `Dispute about ${formatAmount(amount, currency)} opened`, tone: "bad" });
  }
  return facts;
}

const refundTexts: Record<Order["refunds"][number]["status"], string> = {
  pending: "started",
  succeeded: "made",
  failed: "failed",
};

function changeText(order: Order, action: AuditAction, fields: FieldChanges): Pick<Entry, "text" | "tone"> {
  const text = changeTexts[action]?.(fields, order) ?? actionText(action);
  const isFulfilled = action === "order.fulfilled" && fields.fulfilledAt !== undefined;
  if (action === "order.parcel_sent" || isFulfilled) return { text, tone: "good" };
  return { text, tone: action === "order.fulfilment_undone" ? "wait" : "plain" };
}

const changeTexts: Partial<Record<AuditAction, (fields: FieldChanges, order: Order) => string>> = {
  "order.parcel_sent": (fields, order) =>
    `Sent ${quantitiesIn(order, fields)}${fields.fulfilledAt ? ", the last of the order" : ""}`,
  "order.fulfilled": ({ fulfilledAt }) => (fulfilledAt ? "Fulfilled" : "Tracking changed"),
  "order.fulfilment_undone": () => "Marked as unfulfilled",
  "order.address_corrected": () => "Shipping address corrected",
  "order.refund_requested": (fields) => `Refund${amountIn(fields)} requested`,
  "order.refund_resolved": () => "Failed refund marked as resolved",
  "order.payment_difference_resolved": () => "Payment difference marked as resolved",
  "order.return_recorded": (fields, order) => `Return of ${quantitiesIn(order, fields)} recorded`,
  "order.return_received": (fields, order) => {
    const restocked = quantitiesIn(order, fields);
    return `Return received${restocked && `; back in stock: ${restocked}`}`;
  },
  "order.return_refunded": () => "Return linked to a refund",
  "order.mail_resent": () => "Email sent again",
  "order.mail_dismissed": () => "Failed email dismissed",
  "order.restocked": (fields, order) => `Back in stock: ${quantitiesIn(order, fields)}`,
};

function quantitiesIn({ lines }: Order, fields: FieldChanges): string {
  const content = lines.flatMap(({ productId }) => {
    const quantity = fields[productId]?.to;
    return typeof quantity === "number" ? [{ productId, quantity }] : [];
  });
  return contentText(content, lines);
}

function amountIn({ amount, currency }: FieldChanges): string {
  if (typeof amount?.to !== "number" || typeof currency?.to !== "string") return "";
  return ` of ${formatAmount(amount.to, currency.to)}`;
}
