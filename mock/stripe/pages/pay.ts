import { html } from "hono/html";
import type { Stripe } from "stripe";
import { deliveryTime } from "../amounts/shipping-rates.ts";
import { canPayLater } from "../checkout/checkout-payment.ts";
import { countries } from "../checkout/countries.ts";
import { chosenRate, couponOf } from "../checkout/session-sums.ts";
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
${session.allow_promotion_codes && codeForm(account, record, form)}
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

function summary(account: AccountState, record: SessionRecord): Html {
  const { session, lineItems, shopName } = record;
  const { products } = account;
  const currency = session.currency ?? "usd";
  const money = (amount: number) => formatMoney(amount, currency);
  const recurring = lineItems.find(({ price }) => price?.recurring)?.price?.recurring;
  const { trialDays } = record;
  const verb = recurring ? (trialDays > 0 ? "Try" : "Subscribe to") : "Pay";
  const total = session.amount_total ?? 0;
  return html`<h1>${shopName ? `${verb} ${shopName}` : verb.replace(" to", "")}</h1>
<p class="total">${trialDays > 0 ? daysFree(trialDays) : html`${money(total)}${recurring && html` <span>${every(recurring)}</span>`}`}</p>
${recurring && trialDays > 0 && html`<p class="soft">Then ${money(recurringSum(lineItems))} ${every(recurring)}</p>`}
<ul class="lines">
${lineItems.map((item) => line(item, products.get(String(item.price?.product))?.images[0]))}
</ul>
<dl class="sums">
<div><dt>Subtotal</dt><dd>${money(session.amount_subtotal ?? 0)}</dd></div>
${otherSums(account, record).map(({ label, amount }) => html`<div><dt>${label}</dt><dd>${amount}</dd></div>`)}
<div class="due"><dt>${recurring ? "Total due today" : "Total due"}</dt><dd>${money(total)}</dd></div>
</dl>`;
}

function daysFree(days: number): string {
  return days === 1 ? "1 day free" : `${days} days free`;
}

/** What each period costs after a trial. */
function recurringSum(lineItems: Stripe.LineItem[]): number {
  return lineItems.reduce(
    (sum, { price, quantity }) => sum + (price?.recurring ? (price.unit_amount ?? 0) * (quantity ?? 1) : 0),
    0,
  );
}

function otherSums(account: AccountState, record: SessionRecord): { label: string; amount: string }[] {
  const { session, discount, parts } = record;
  const { amount_discount: off = 0, amount_tax: tax = 0 } = session.total_details ?? {};
  const currency = session.currency ?? "usd";
  const money = (amount: number) => (amount === 0 ? "Free" : formatMoney(amount, currency));
  const rate = chosenRate(account, record);
  const taxes = parts.breakdown.taxes.filter(({ amount }) => amount > 0);
  const isIncluded = taxes.length > 0 && taxes.every(({ rate }) => rate.inclusive);
  return [
    ...(discount ? [{ label: discountName(account, record), amount: `−${formatMoney(off, currency)}` }] : []),
    ...(rate && session.shipping_cost
      ? [{ label: rate.display_name ?? "Shipping", amount: money(session.shipping_cost.amount_subtotal) }]
      : []),
    ...(session.automatic_tax.enabled
      ? [
          {
            label: isIncluded ? "Tax (included)" : "Tax",
            amount: record.taxCountry === null ? "Enter your address" : formatMoney(tax, currency),
          },
        ]
      : []),
  ];
}

function discountName(account: AccountState, record: SessionRecord): string {
  const coupon = couponOf(account, record);
  const code = account.promotionCodes.get(idOf(record.discount?.promotion_code) ?? "");
  return code?.code ?? coupon?.name ?? "Discount";
}

function codeForm(account: AccountState, record: SessionRecord, { values, problem }: FormState): Html {
  if (record.discount) {
    return html`<form method="post" class="code"><p>Code ${discountName(account, record)}</p>
<button class="quiet" name="outcome" value="remove_code">Remove</button></form>`;
  }
  const isWrong = problem?.field === "promotion_code";
  return html`<form method="post" class="code"><label class="hidden" for="promotion_code">Promotion code</label>
<input id="promotion_code" name="promotion_code" value="${values.promotion_code}" placeholder="Promotion code" autocomplete="off" required${
    isWrong && html` aria-invalid="true" aria-describedby="promotion_code-error" autofocus`
  }>
<button class="quiet" name="outcome" value="apply_code">Apply</button>
${isWrong && html`<p class="error" id="promotion_code-error" role="alert">${problem?.message}</p>`}</form>`;
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
<div class="amount">${formatMoney(item.amount_subtotal, item.currency)}</div></li>
`;
}

function paymentForm({ account, record, form }: PayPage, shopName: string | null): Html {
  const { session } = record;
  const { values, problem } = form;
  return html`<form method="post">
${problem && !problem.field && html`<p class="alert" role="alert">${problem.message}</p>`}
<h2>Contact information</h2>
${contact(account, session, form)}
${record.shipsTo.length > 0 && shipping(account, record, form)}
${session.shipping_options.length > 0 && shippingOptions(account, record)}
<h2>Payment method</h2>
${cardFields(form)}
<div class="field"><label for="name">Name on card</label>
<input id="name" name="name" value="${values.name}" autocomplete="cc-name"></div>
${asksBilling(record) && billing(account, record, form)}
${session.tax_id_collection?.enabled && business(form)}
${(session.automatic_tax.enabled || session.shipping_options.length > 1) && html`<p class="field"><button class="quiet" name="outcome" value="update" formnovalidate>Update the total</button></p>`}
<input type="hidden" name="total" value="${session.amount_total}">
<button class="wide" name="outcome" value="pay">${payLabel(record)}</button>
${session.mode === "subscription" && html`<p class="terms">By ${record.trialDays > 0 ? "starting the trial" : "subscribing"}, you allow ${shopName ?? "the shop"} to charge you for future payments until you cancel.</p>`}
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

interface Authentication {
  amount: number;
  currency: string;
  shopName: string | null;
  last4: string | undefined;
}

/** The bank's authentication page, for cards with 3-D Secure. */
export function authenticationPage({ amount, currency, shopName, last4 }: Authentication): Html {
  const total = formatMoney(amount, currency);
  return page(
    "Confirm your payment",
    html`<main class="notice">
<h1>Your bank asks you to confirm this payment</h1>
<p>${total}${shopName && html` to ${shopName}`}, with the card that ends in ${last4}. This is 3-D Secure in test mode.</p>
<form method="post" class="actions">
<button name="outcome" value="authenticated">Confirm the payment</button>
<button class="quiet" name="outcome" value="authentication_failed">Fail the authentication</button>
</form>
<p>${testBadge}</p>
</main>`,
  );
}

/** The buyer's email address if it is known; the page then shows it instead of asking. */
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

/** Whether the page asks where the buyer lives, because tax depends on it and nothing is shipped. */
export function asksBilling({ session, shipsTo }: SessionRecord): boolean {
  return session.automatic_tax.enabled && shipsTo.length === 0;
}

function shipping(account: AccountState, { shipsTo, taxCountry }: SessionRecord, form: FormState): Html {
  const chosen = form.values.shipping_country ?? taxCountry ?? likelyCountry(account, shipsTo);
  return html`<h2>Shipping address</h2>
${field({ name: "shipping_name", label: "Full name", autocomplete: "shipping name" }, form)}
${countryField("shipping_country", shipsTo, chosen)}
${field({ name: "shipping_line1", label: "Address", autocomplete: "shipping address-line1" }, form)}
<div class="pair">
${field({ name: "shipping_postal_code", label: "Postal code", autocomplete: "shipping postal-code" }, form)}
${field({ name: "shipping_city", label: "City", autocomplete: "shipping address-level2" }, form)}
</div>`;
}

function billing(account: AccountState, { taxCountry }: SessionRecord, form: FormState): Html {
  const chosen = form.values.billing_country ?? taxCountry ?? likelyCountry(account, countries);
  return html`${countryField("billing_country", countries, chosen)}
<div class="field"><label for="billing_postal_code">Postal code</label>
<input id="billing_postal_code" name="billing_postal_code" value="${form.values.billing_postal_code}" autocomplete="billing postal-code"></div>`;
}

/** Stripe guesses from the buyer's address. Here it is the shop's own country, or the first one that it ships to. */
function likelyCountry({ account, taxSettings }: AccountState, codes: string[]): string | null {
  const home = taxSettings.head_office?.address.country ?? account.country;
  return codes.find((code) => code === home) ?? codes[0] ?? null;
}

function countryField(
  field: "shipping_country" | "billing_country",
  codes: string[],
  chosen: string | null,
): Html {
  const regions = new Intl.DisplayNames("en", { type: "region" });
  const nameOf = (code: string) => (code === "ZZ" ? "Anywhere else" : (regions.of(code) ?? code));
  const named = codes.map((code) => ({ code, name: nameOf(code) }));
  named.sort((one, other) => one.name.localeCompare(other.name, "en"));
  return html`<div class="field"><label for="${field}">Country</label>
<select id="${field}" name="${field}" autocomplete="${field.replace("_", " ")}">
${named.map(({ code, name }) => html`<option value="${code}"${chosen === code && html` selected`}>${name}</option>`)}
</select></div>`;
}

function shippingOptions(account: AccountState, record: SessionRecord): Html {
  const chosen = chosenRate(account, record);
  const rates = record.session.shipping_options.flatMap(
    ({ shipping_rate: rate }) => account.shippingRates.get(idOf(rate)) ?? [],
  );
  return html`<fieldset class="field"><legend><h2>Shipping method</h2></legend>
<div class="options">${rates.map((rate) => {
    const { amount = 0, currency = "usd" } = rate.fixed_amount ?? {};
    return html`<label class="option"><input type="radio" name="shipping_rate" value="${rate.id}"${rate === chosen && html` checked`}>
<span class="what"><strong>${rate.display_name}</strong><span>${deliveryTime(rate)}</span></span>
<span class="amount">${amount === 0 ? "Free" : formatMoney(amount, currency)}</span></label>
`;
  })}</div></fieldset>`;
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

/** Stripe's page asks for both behind a checkbox, "I'm purchasing as a business". */
function business({ values, problem }: FormState): Html {
  const isWrong = problem?.field === "tax_id";
  return html`<h2>Purchasing as a business</h2>
<div class="field"><label for="business_name">Business name (optional)</label>
<input id="business_name" name="business_name" value="${values.business_name}" autocomplete="organization"></div>
<div class="field"><label for="tax_id">Tax ID, such as a VAT number (optional)</label>
<input id="tax_id" name="tax_id" value="${values.tax_id}" autocomplete="off"${
    isWrong && html` aria-invalid="true" aria-describedby="tax_id-error" autofocus`
  }>
${isWrong && html`<p class="error" id="tax_id-error" role="alert">${problem?.message}</p>`}</div>`;
}

function payLabel({ session, trialDays }: SessionRecord): string {
  if (trialDays > 0) return "Start trial";
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
