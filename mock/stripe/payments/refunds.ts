import type { Stripe } from "stripe";
import { refusal } from "../conventions/errors.ts";
import { newId } from "../conventions/ids.ts";
import { listOf, newestFirst } from "../conventions/list.ts";
import { formatMoney } from "../conventions/money.ts";
import { integer, metadata, object, type Params, pageOfList, read, text } from "../conventions/parameters.ts";
import type { AccountState } from "../state/account-state.ts";
import type { Endpoint } from "../state/endpoint.ts";
import { previousValues } from "../state/event-log.ts";
import { find, findNamed, idOf, type State } from "../state/state.ts";
import { closeInquiries, isTakenBack } from "./disputes.ts";

const failureSeconds = 60;

/** Refunds an amount; by default, all that is left. */
export function refundCharge(
  state: State,
  account: AccountState,
  charge: Stripe.Charge,
  amount = charge.amount - charge.amount_refunded,
  metadata: Stripe.Metadata = {},
): Stripe.Refund {
  if (charge.status !== "succeeded") {
    throw refusal(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, { param: "charge" });
  }
  if (isTakenBack(account, charge)) {
    throw refusal(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: "charge_disputed",
    });
  }
  if (charge.refunded) {
    throw refusal(`Charge ${charge.id} has already been refunded.`, { code: "charge_already_refunded" });
  }
  const left = charge.amount - charge.amount_refunded;
  if (amount > left) {
    const [asked, available] = [amount, left].map((value) => formatMoney(value, charge.currency));
    throw refusal(`Refund amount (${asked}) is greater than unrefunded amount on charge (${available})`, {
      param: "amount",
    });
  }
  const refund: Stripe.Refund = {
    id: newId("re"),
    object: "refund",
    amount,
    balance_transaction: null,
    charge: charge.id,
    created: state.timeline.nowSeconds(),
    currency: charge.currency,
    customer: charge.customer,
    customer_account: null,
    destination_details: { type: charge.payment_method_details?.type ?? "card" },
    metadata,
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: "succeeded",
    transfer_reversal: null,
  };
  account.refunds.set(refund.id, refund);
  const previous = previousValues(charge, () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  state.events.emit(account, "refund.created", refund);
  state.events.emit(account, "charge.refunded", charge, previous);
  if (charge.refunded) closeInquiries(state, account, charge);
  scheduleFailure(state, account, refund);
  return refund;
}

/** The refunds of some test cards fail after succeeding. */
export function scheduleFailure(state: State, account: AccountState, refund: Stripe.Refund): void {
  if (!account.testCards.get(idOf(refund.payment_method) ?? "")?.failsRefunds) return;
  state.timeline.at((refund.created + failureSeconds) * 1000, () => {
    if (refund.status === "succeeded") failRefund(state, account, refund);
  });
}

/** The bank returns a refund days after it succeeded, so the charge's refunded amount decreases again. */
export function failRefund(state: State, account: AccountState, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status === "failed") throw refusal(`Refund ${refund.id} has already failed.`);
  const charge = find(account.charges, "charge", idOf(refund.charge) ?? "");
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  const previous = previousValues(refund, () => {
    refund.status = "failed";
    refund.failure_balance_transaction = newId("txn");
    refund.failure_reason = "expired_or_canceled_card";
  });
  state.events.emit(account, "refund.updated", refund, previous);
  state.events.emit(account, "charge.refund.updated", refund, previous);
  state.events.emit(account, "refund.failed", refund);
  return refund;
}

const createParams = object({
  amount: integer({ least: 1 }).optional(),
  metadata: metadata().optional(),
  payment_intent: text(),
} satisfies Params<Stripe.RefundCreateParams>);

export const createRefund: Endpoint = ({ state, account, form }) => {
  const { amount, metadata: texts, payment_intent: intentId } = read(createParams, form);
  const intent = findNamed(account.paymentIntents, "payment_intent", intentId, "payment_intent");
  const chargeId = idOf(intent.latest_charge);
  if (chargeId === null) {
    throw refusal(`This PaymentIntent (${intentId}) does not have a successful charge to refund.`, {
      param: "payment_intent",
    });
  }
  return refundCharge(state, account, find(account.charges, "charge", chargeId), amount, texts);
};

const listParams = object({
  ...pageOfList,
  payment_intent: text().optional(),
} satisfies Params<Stripe.RefundListParams>);

export const listRefunds: Endpoint = ({ account, form }) => {
  const { payment_intent: intent, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.refunds.values()),
    "/v1/refunds",
    page,
    (refund) => refund.payment_intent === (intent ?? refund.payment_intent),
  );
};
