import { html } from "hono/html";
import type { Stripe } from "stripe";
import { canPayLater } from "../checkout/checkout-payment.ts";
import { formatMoney } from "../conventions/money.ts";
import { testCard } from "../payments/payment-methods.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import { idOf } from "../state/state.ts";
import { type Html, notice, page, testBadge } from "./layout.ts";

/** The submitted form, and its problem. */
export interface FormState {
  values: Record<string, string>;
  problem?: { field?: string; message: string };
}

interface PayPage {
  account: AccountState;
  record: SessionRecord;
  form: FormState;
}

export function payPage({ account, record, form }: PayPage): Html {
  const { session } = record;
  const { shopName } = record;
  return page(
    shopName ? `${shopName} · Checkout` : "Checkout",
    html`<main class="checkout">
<section class="summary" aria-label="Order summary"><div class="inner">
${shopLine(session, shopName)}
${summary(account, record)}
</div></section>
<section class="payment" aria-label="Payment"><div class="inner">
${paymentForm({ account, record, form }, shopName)}
</div></section>
</main>`,
  );
}

function shopLine({ cancel_url: cancelUrl }: Stripe.Checkout.Session, shopName: string | null): Html {
  const name = html`<span class="mark" aria-hidden="true">${(shopName ?? "S").slice(0, 1).toUpperCase()}</span>
<span class="name">${shopName ?? "Your order"}</span>`;
  const back = html`<form method="post"><button class="link" name="outcome" value="cancel"><span aria-hidden="true">←</span><span class="hidden">Back to ${shopName ?? "the shop"}</span></button></form>`;
  return html`<div class="shop">${cancelUrl && back}${name}${testBadge}</div>`;
}

function summary({ products }: AccountState, { session, lineItems, shopName }: SessionRecord): Html {
  const currency = session.currency ?? "usd";
  const money = (amount: number) => formatMoney(amount, currency);
  const recurring = lineItems.find(({ price }) => price?.recurring)?.price?.recurring;
  const heading = recurring
    ? `Subscribe${shopName ? ` to ${shopName}` : ""}`
    : `Pay${shopName ? ` ${shopName}` : ""}`;
  const total = session.amount_total ?? 0;
  return html`<h1>${heading}</h1>
<p class="total">${money(total)}${recurring && html` <span>${every(recurring)}</span>`}</p>
<ul class="lines">
${lineItems.map((item) => line(item, products.get(String(item.price?.product))?.images[0]))}
</ul>
<dl class="sums">
<div><dt>Subtotal</dt><dd>${money(session.amount_subtotal ?? 0)}</dd></div>
<div class="due"><dt>${recurring ? "Total due today" : "Total due"}</dt><dd>${money(total)}</dd></div>
</dl>`;
}

function line(item: Stripe.LineItem, picture: string | undefined): Html {
  const { price } = item;
  const quantity = item.quantity ?? 1;
  const each = price?.unit_amount ?? 0;
  const cadence = price?.recurring && `${formatMoney(each, item.currency)} ${every(price.recurring)}`;
  const several = quantity > 1 && `Qty ${quantity}, ${formatMoney(each, item.currency)} each`;
  return html`<li>
${picture && html`<img src="${picture}" alt="" width="56" height="56">`}
<div class="what"><strong>${item.description}</strong>
${several && html`<p>${several}</p>`}
${cadence && html`<p>${cadence}</p>`}</div>
<div class="amount">${formatMoney(item.amount_total, item.currency)}</div></li>
`;
}

function paymentForm({ account, record, form }: PayPage, shopName: string | null): Html {
  const { session } = record;
  const { values, problem } = form;
  return html`<form method="post">
${problem && !problem.field && html`<p class="alert" role="alert">${problem.message}</p>`}
<h2>Contact information</h2>
${contact(account, session, form)}
${record.shipsTo.length > 0 && shipping(record.shipsTo, form)}
<h2>Payment method</h2>
${cardFields(form)}
<div class="field"><label for="name">Name on card</label>
<input id="name" name="name" value="${values.name}" autocomplete="cc-name"></div>
<button class="wide" name="outcome" value="pay">${payLabel(record)}</button>
${session.mode === "subscription" && html`<p class="terms">By subscribing, you allow ${shopName ?? "the shop"} to charge you for future payments until you cancel.</p>`}
<div class="endings">
<p>No money moves in test mode. Other outcomes for this payment:</p>
<div>
<button class="quiet" name="outcome" value="decline" formnovalidate>Card is declined</button>
<button class="quiet" name="outcome" value="insufficient_funds" formnovalidate>Insufficient funds</button>
<button class="quiet" name="outcome" value="authentication">Bank asks first (3-D Secure)</button>
${canPayLater(record) && html`<button class="quiet" name="outcome" value="pay_later">Bank debit, confirmed later</button>`}
<button class="quiet" name="outcome" value="dispute">Paid, then disputed</button>
<button class="quiet" name="outcome" value="failing_refund">Paid, refund will fail</button>
</div>
</div>
</form>
<p class="foot">A stand-in for Stripe Checkout. Use test cards only, such as 4242 4242 4242 4242.</p>`;
}

/** The bank's authentication page, for cards with 3-D Secure. */
export function authenticationPage(record: SessionRecord): Html {
  const { session, shopName } = record;
  const total = formatMoney(session.amount_total ?? 0, session.currency ?? "usd");
  return page(
    "Confirm your payment",
    html`<main class="notice">
<h1>Your bank asks you to confirm this payment</h1>
<p>${total}${shopName && html` to ${shopName}`}, with the card that ends in ${record.challenge?.card.last4}. This is 3-D Secure in test mode.</p>
<form method="post" class="actions">
<button name="outcome" value="authenticated">Confirm the payment</button>
<button class="quiet" name="outcome" value="authentication_failed">Fail the authentication</button>
</form>
<p>${testBadge}</p>
</main>`,
  );
}

/** The buyer's e-mail address if it is known; the page then shows it instead of asking. */
export function knownEmail(account: AccountState, session: Stripe.Checkout.Session): string | null {
  return account.customers.get(idOf(session.customer) ?? "")?.email ?? session.customer_email;
}

function contact(account: AccountState, session: Stripe.Checkout.Session, form: FormState): Html {
  const known = knownEmail(account, session);
  const email = known
    ? html`<div class="field"><span class="label">Email</span><div class="fixed">${known}</div></div>`
    : field(
        {
          name: "email",
          label: "Email",
          type: "email",
          autocomplete: "email",
          placeholder: "you@example.com",
        },
        form,
      );
  return html`${email}
${session.phone_number_collection?.enabled && field({ name: "phone", label: "Phone number", type: "tel", autocomplete: "tel" }, form)}`;
}

function shipping(countries: string[], form: FormState): Html {
  const regions = new Intl.DisplayNames("en", { type: "region" });
  const nameOf = (code: string) => (code === "ZZ" ? "Anywhere else" : (regions.of(code) ?? code));
  const named = countries.map((code) => ({ code, name: nameOf(code) }));
  named.sort((one, other) => one.name.localeCompare(other.name, "en"));
  const country = html`<div class="field"><label for="shipping_country">Country</label>
<select id="shipping_country" name="shipping_country" autocomplete="shipping country">
${named.map(({ code, name }) => html`<option value="${code}"${form.values.shipping_country === code && html` selected`}>${name}</option>`)}
</select></div>`;
  return html`<h2>Shipping address</h2>
${field({ name: "shipping_name", label: "Full name", autocomplete: "shipping name" }, form)}
${country}
${field({ name: "shipping_line1", label: "Address", autocomplete: "shipping address-line1" }, form)}
<div class="pair">
${field({ name: "shipping_postal_code", label: "Postal code", autocomplete: "shipping postal-code" }, form)}
${field({ name: "shipping_city", label: "City", autocomplete: "shipping address-level2" }, form)}
</div>`;
}

interface Field {
  name: string;
  label: string;
  type?: string;
  autocomplete: string;
  placeholder?: string;
}

function field(
  { name, label, type = "text", autocomplete, placeholder }: Field,
  { values, problem }: FormState,
): Html {
  const isWrong = problem?.field === name;
  return html`<div class="field"><label for="${name}">${label}</label>
<input id="${name}" name="${name}" type="${type}" value="${values[name]}" autocomplete="${autocomplete}"${
    placeholder && html` placeholder="${placeholder}"`
  } required${isWrong && html` aria-invalid="true" aria-describedby="${name}-error" autofocus`}>
${isWrong && html`<p class="error" id="${name}-error" role="alert">${problem?.message}</p>`}</div>`;
}

/** Card fields prefilled with a test card. Browsers don't offer to fill in a real card, and no card number is echoed. */
export function cardFields({ values, problem }: FormState): Html {
  const isWrong = problem?.field === "card_number";
  const number = values.card_number ?? "";
  return html`<fieldset class="field"><legend class="label">Card information</legend>
<div class="card">
<div><label class="hidden" for="card_number">Card number</label>
<input id="card_number" name="card_number" value="${testCard(number) ? number : "4242 4242 4242 4242"}" inputmode="numeric" autocomplete="off" required${
    isWrong && html` aria-invalid="true" aria-describedby="card_number-error"`
  }></div>
<div class="row">
<div><label class="hidden" for="card_expiry">Expiry date</label>
<input id="card_expiry" name="card_expiry" value="12 / 40" inputmode="numeric" autocomplete="off" required></div>
<div><label class="hidden" for="card_cvc">Security code</label>
<input id="card_cvc" name="card_cvc" value="123" inputmode="numeric" autocomplete="off" required></div>
</div>
</div>
${isWrong && html`<p class="error" id="card_number-error" role="alert">${problem?.message}</p>`}
</fieldset>`;
}

function payLabel({ session }: SessionRecord): string {
  if (session.mode === "subscription") return "Subscribe";
  const total = session.amount_total ?? 0;
  return total === 0 ? "Complete order" : `Pay ${formatMoney(total, session.currency ?? "usd")}`;
}

export function every({ interval }: Stripe.Price.Recurring): string {
  return `per ${interval}`;
}

export function closedPage({ session }: SessionRecord): Html {
  if (session.status === "complete") {
    return notice("You’re all done here", "This payment is complete. There is nothing more to pay.");
  }
  return notice(
    "This checkout has expired",
    "The link is no longer active, and nothing was charged. Return to the shop to check out again.",
    session.cancel_url ? { url: session.cancel_url, label: "Return to the shop" } : undefined,
  );
}
