import { shippingCharge } from "../amounts/charges.ts";
import { attachIntent, finalizeInvoice, markPaid, newDraft } from "../billing/invoices.ts";
import type { AccountState, SessionRecord } from "../state/account-state.ts";
import { idOf, type State } from "../state/state.ts";
import { chosenRate } from "./session-sums.ts";

/** The invoice of a one-time payment, if the session asked for one: https://docs.stripe.com/payments/checkout/receipts */
export function invoicePayment(
  record: SessionRecord,
  { state, account }: { state: State; account: AccountState },
): void {
  const { session, lineItems } = record;
  if (!session.invoice_creation?.enabled) return;
  const now = state.timeline.nowSeconds();
  const rate = chosenRate(account, record);
  const calculatesTax = session.automatic_tax.enabled;
  const invoice = newDraft(state, account, {
    subscription: null,
    customer: idOf(session.customer) ?? "",
    currency: session.currency ?? "usd",
    lines: lineItems.flatMap(({ amount_subtotal: amount, description, price, quantity }) =>
      price
        ? [
            {
              amount,
              description,
              price,
              quantity: quantity ?? 1,
              subscriptionItem: null,
              period: { start: now, end: now },
            },
          ]
        : [],
    ),
    reason: "manual",
    period: { start: now, end: now },
    discount: record.discount,
    shipping: rate ? shippingCharge(account, rate) : null,
    calculatesTax,
    taxCountry: calculatesTax ? record.taxCountry : null,
  });
  const intent = account.paymentIntents.get(record.intentId ?? "");
  if (intent) attachIntent(state, account, invoice, intent);
  finalizeInvoice(state, account, invoice);
  markPaid(state, account, invoice);
  session.invoice = invoice.id;
}
