import { formatMoney } from "../money.ts";
import type { SessionRecord } from "../state.ts";
import { html } from "./html.ts";
import { notice, page } from "./layout.ts";

export interface PayPage {
  record: SessionRecord;
  shopName: string | null;
  email: string;
  problem?: string | undefined;
}

export function payPage({ record: { session, lineItems }, shopName, email, problem }: PayPage): string {
  const currency = session.currency ?? "usd";
  return page(
    shopName ? `Pay ${shopName}` : "Checkout",
    html`<main class="checkout">
<section aria-label="Order summary">
<p>${shopName ?? ""} <span class="badge">Test mode</span></p>
<h1>${formatMoney(session.amount_total ?? 0, currency)}</h1>
<ul>${lineItems.map(
      (item) =>
        html`<li>${item.description} × ${item.quantity ?? 1}: ${formatMoney(item.amount_total, currency)}</li>`,
    )}</ul>
</section>
<form method="post">
${problem && html`<p role="alert" class="problem">${problem}</p>`}
<label>Email <input type="email" name="email" value="${email}" required autocomplete="email"></label>
<button name="outcome" value="pay">Pay</button>
<button name="outcome" value="decline" formnovalidate>Decline</button>
<button name="outcome" value="cancel" formnovalidate>Cancel</button>
</form>
</main>`,
  );
}

export function closedPage({ session }: SessionRecord): string {
  const back = session.cancel_url ? { url: session.cancel_url, label: "Return to the shop" } : undefined;
  return session.status === "complete"
    ? notice("You’re all done here", "You’ve already completed this payment. There is nothing more to pay.")
    : notice(
        "This checkout has expired",
        "This link is no longer active. Return to the shop and check out again.",
        back,
      );
}
