import { html } from "hono/html";
import type { Stripe } from "stripe";
import { currentPeriod, hasEnded, methodOf } from "../billing/subscriptions.ts";
import { formatMoney } from "../conventions/money.ts";
import { labelOf } from "../payments/payment-methods.ts";
import type { AccountState } from "../state/account-state.ts";
import { idOf } from "../state/state.ts";
import { day, type Html, page, shortDay, testBadge } from "./layout.ts";
import { cardFields, every, type FormState } from "./pay.ts";

export interface PortalPage {
  account: AccountState;
  session: Stripe.BillingPortal.Session;
  features: Stripe.BillingPortal.Configuration.Features;
  done?: string | undefined;
  form: FormState;
}

const doneMessages: Record<string, string> = {
  canceled: "Your cancellation is confirmed.",
  card: "Your card has been replaced.",
  resumed: "Your subscription continues.",
};

export function portalPage(portal: PortalPage): Html {
  const { account, session, features, done } = portal;
  const subscriptions = liveSubscriptions(account, session.customer);
  const customer = account.customers.get(session.customer);
  return page(
    "Billing",
    html`<main class="portal">
<header>
<div class="shop"><span class="mark" aria-hidden="true">S</span>
<span class="name">Billing</span>${testBadge}</div>
${session.return_url && html`<a class="button quiet" href="${session.return_url}"><span aria-hidden="true">←</span> Return to the shop</a>`}
</header>
${done && doneMessages[done] && html`<p class="alert good" role="status">${doneMessages[done]}</p>`}
<h1>Manage your billing</h1>
<p class="soft">${customer?.email}</p>
<section><h2>Current subscription</h2>
${subscriptions.map((subscription) => plan(portal, subscription))}
${subscriptions.length === 0 && html`<p>You have no active subscription.</p>`}
</section>
${features.payment_method_update.enabled && paymentMethod(portal, subscriptions)}
${features.invoice_history.enabled && invoiceHistory(portal)}
</main>`,
  );
}

export function liveSubscriptions(account: AccountState, customer: string): Stripe.Subscription[] {
  return [...account.subscriptions.values()].filter((item) => item.customer === customer && !hasEnded(item));
}

function plan({ account, session, features }: PortalPage, subscription: Stripe.Subscription): Html {
  const canCancel = features.subscription_cancel.enabled;
  const isEnding = subscription.cancel_at !== null;
  return html`<div class="plan">
<div>
<h3>${nameOf(account, subscription)} ${statusBadge(subscription)}</h3>
<p class="price">${priceOf(subscription)}</p>
<p class="soft">${whatIsNext(account, subscription)}</p>
</div>
<div class="do">${
    canCancel && isEnding
      ? html`<form method="post"><input type="hidden" name="subscription" value="${subscription.id}">
<button name="action" value="resume">Keep subscription</button></form>`
      : canCancel &&
        html`<a class="button quiet" href="/portal/${session.id}/cancel/${subscription.id}">Cancel subscription</a>`
  }</div>
</div>`;
}

export function nameOf(account: AccountState, { items }: Stripe.Subscription): string {
  return items.data
    .map(({ price }) => account.products.get(idOf(price.product))?.name ?? "Subscription")
    .join(", ");
}

function priceOf({ items, currency }: Stripe.Subscription): Html {
  const amount = items.data.reduce(
    (sum, item) => sum + (item.price.unit_amount ?? 0) * (item.quantity ?? 1),
    0,
  );
  const recurring = items.data[0]?.price.recurring;
  return html`${formatMoney(amount, currency)} <span>${recurring && every(recurring)}</span>`;
}

function statusBadge({ status, cancel_at: cancelAt }: Stripe.Subscription): Html {
  if (cancelAt !== null) return html`<span class="badge">Cancels ${day(cancelAt)}</span>`;
  switch (status) {
    case "active":
      return html`<span class="badge good">Active</span>`;
    case "trialing":
      return html`<span class="badge good">Free trial</span>`;
    case "past_due":
      return html`<span class="badge bad">Payment overdue</span>`;
    default:
      return html`<span class="badge plain">Waiting for payment</span>`;
  }
}

function whatIsNext(account: AccountState, subscription: Stripe.Subscription): string {
  const invoice = account.invoices.get(idOf(subscription.latest_invoice) ?? "");
  if (subscription.cancel_at !== null)
    return `You can use it until ${day(subscription.cancel_at)}. It will not renew.`;
  if (subscription.status === "past_due") {
    return invoice?.next_payment_attempt
      ? `The last payment failed. We will try again on ${day(invoice.next_payment_attempt)}.`
      : "The last payment failed.";
  }
  if (subscription.status === "trialing") {
    return `Your trial ends on ${day(currentPeriod(subscription).end)}. The first payment is then due.`;
  }
  return `Renews on ${day(currentPeriod(subscription).end)}`;
}

function paymentMethod({ account, session, form }: PortalPage, subscriptions: Stripe.Subscription[]): Html {
  const customer = account.customers.get(session.customer);
  const [subscription] = subscriptions;
  const method = subscription
    ? methodOf(account, subscription)
    : account.paymentMethods.get(idOf(customer?.invoice_settings.default_payment_method) ?? "");
  return html`<section><h2>Payment method</h2>
<p class="method">${labelOf(method)}${method?.card && html`<span class="soft small">Expires ${method.card.exp_month}/${method.card.exp_year}</span>`}</p>
<details${form.problem && html` open`}><summary>Replace card</summary>
<form method="post">
${cardFields(form)}
<button name="action" value="replace_card">Save card</button>
</form></details>
</section>`;
}

function invoiceHistory({ account, session }: PortalPage): Html {
  const invoices = [...account.invoices.values()]
    .filter(({ customer, status }) => customer === session.customer && status !== "draft")
    .reverse();
  if (invoices.length === 0)
    return html`<section><h2>Invoice history</h2><p>There are no invoices yet.</p></section>`;
  return html`<section><h2>Invoice history</h2>
<table><thead><tr><th scope="col">Date</th><th scope="col">Amount</th><th scope="col">Status</th><th scope="col">Invoice</th></tr></thead>
<tbody>${invoices.map(
    (
      invoice,
    ) => html`<tr><td>${shortDay(invoice.created)}</td><td>${formatMoney(invoice.total, invoice.currency)}</td>
<td>${invoiceBadge(invoice)}</td><td><a href="/invoices/${invoice.id}">${invoice.number}</a></td></tr>
`,
  )}</tbody></table>
</section>`;
}

export function invoiceBadge({ status }: Stripe.Invoice): Html {
  if (status === "paid") return html`<span class="badge good">Paid</span>`;
  return status === "open"
    ? html`<span class="badge">Open</span>`
    : html`<span class="badge plain">Void</span>`;
}

export function cancelPage({ account, session }: PortalPage, subscription: Stripe.Subscription): Html {
  const name = nameOf(account, subscription);
  const end = day(currentPeriod(subscription).end);
  return page(
    "Cancel subscription",
    html`<main class="notice">
<h1>Cancel ${name}?</h1>
<p>You can use it until ${end}. Until then, you can undo the cancellation here.</p>
<form class="actions" method="post" action="/portal/${session.id}">
<input type="hidden" name="subscription" value="${subscription.id}">
<button class="danger" name="action" value="cancel">Cancel subscription</button>
<a class="button quiet" href="/portal/${session.id}">Go back</a>
</form>
<p>${testBadge}</p>
</main>`,
  );
}
