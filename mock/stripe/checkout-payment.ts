import type { Stripe } from "stripe";
import { newCustomer } from "./customers.ts";
import { newId } from "./ids.ts";
import { newPaymentIntent } from "./payment-intents.ts";
import type { AccountState, SessionRecord, State } from "./state.ts";

/** The buyer has paid: the session completes and leaves behind what Stripe creates on the way. */
export function completePayment(
  { session, intentData }: SessionRecord,
  { state, account, email }: { state: State; account: AccountState; email: string },
): void {
  const now = state.timeline.nowSeconds();
  if (session.customer === null && session.customer_creation === "always") {
    const customer = newCustomer(now, email, {});
    account.customers.set(customer.id, customer);
    session.customer = customer.id;
  }
  if (session.mode === "payment" && session.payment_status === "unpaid") {
    const amount = session.amount_total ?? 0;
    const intent: Stripe.PaymentIntent = {
      ...newPaymentIntent(now, {
        amount,
        currency: session.currency ?? "usd",
        customer: typeof session.customer === "string" ? session.customer : null,
        description: intentData.description,
        metadata: intentData.metadata,
        receiptEmail: null,
      }),
      amount_received: amount,
      status: "succeeded",
    };
    account.paymentIntents.set(intent.id, intent);
    session.payment_intent = intent.id;
  }
  if (session.mode === "subscription") {
    session.subscription = newId("sub");
    session.invoice = newId("in");
  }
  session.customer_details = {
    address: null,
    business_name: null,
    email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: "none",
    tax_ids: [],
  };
  session.payment_status = session.payment_status === "unpaid" ? "paid" : session.payment_status;
  session.status = "complete";
  session.url = null;
}
