import type { Stripe } from "stripe";
import type { z } from "zod";
import type { Endpoint } from "../../api/endpoint.ts";
import { refusal } from "../../api/errors.ts";
import { listOf, newestFirst } from "../../api/list.ts";
import {
  integer,
  isWithin,
  metadata,
  notModelled,
  object,
  oneOf,
  pageOfList,
  range,
  read,
  text,
} from "../../api/parameters.ts";
import { previousValues } from "../../events/event-log.ts";
import { newId } from "../../ids.ts";
import { formatMoney } from "../../money.ts";
import { type AccountState, find, findNamed, idOf, type State } from "../../state/state.ts";
import { withMetadata } from "../metadata.ts";

const resultSeconds = 60;

const createParams = object({
  amount: integer({ least: 1 }).optional(),
  charge: text().optional(),
  metadata: metadata().optional(),
  payment_intent: text().optional(),
  reason: oneOf("duplicate", "fraudulent", "requested_by_customer").optional(),
  currency: notModelled(),
  customer: notModelled(),
  instructions_email: notModelled(),
  origin: notModelled(),
  refund_application_fee: notModelled(),
  reverse_transfer: notModelled(),
} satisfies Record<Exclude<keyof Stripe.RefundCreateParams, "expand">, z.ZodType>);

export interface RefundRequest {
  amount?: number | undefined;
  reason?: Stripe.Refund["reason"] | undefined;
  metadata?: Record<string, string> | null | undefined;
}

export const createRefund: Endpoint = ({ state, account, form }) => {
  const params = read(createParams, form);
  return refundCharge(state, account, chargeFor(account, params), params);
};

/** Gives money back, all that is left of it unless an amount says otherwise. */
export function refundCharge(
  state: State,
  account: AccountState,
  charge: Stripe.Charge,
  { amount = charge.amount - charge.amount_refunded, reason = null, metadata }: RefundRequest,
): Stripe.Refund {
  if (charge.status !== "succeeded") {
    throw refusal(`Charge ${charge.id} has not succeeded, so it cannot be refunded.`, { param: "charge" });
  }
  if (charge.disputed) {
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
    metadata: withMetadata({}, metadata),
    payment_intent: charge.payment_intent,
    payment_method: charge.payment_method,
    reason,
    receipt_number: null,
    source_transfer_reversal: null,
    status:
      fateOf(account, { payment_method: charge.payment_method }) === "succeeds_late"
        ? "pending"
        : "succeeded",
    transfer_reversal: null,
  };
  account.refunds.set(refund.id, refund);
  const previous = previousValues(charge, () => {
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
  });
  state.events.emit(account, "refund.created", refund);
  state.events.emit(account, "charge.refunded", charge, previous);
  scheduleResult(state, account, refund);
  return refund;
}

/** What the test card says becomes of a refund. */
export function scheduleResult(state: State, account: AccountState, refund: Stripe.Refund): void {
  const fate = fateOf(account, refund);
  state.timeline.at((refund.created + resultSeconds) * 1000, () => {
    if (fate === "fails" && refund.status === "succeeded") failRefund(state, account, refund);
    if (fate === "succeeds_late" && refund.status === "pending") {
      changeRefund(state, account, refund, { status: "succeeded" });
    }
  });
}

function fateOf(account: AccountState, { payment_method: method }: Pick<Stripe.Refund, "payment_method">) {
  return account.testCards.get(idOf(method) ?? "")?.refund;
}

/** The bank sends a refund back, days after it had succeeded: the charge is refunded by so much less again. */
export function failRefund(state: State, account: AccountState, refund: Stripe.Refund): Stripe.Refund {
  if (refund.status === "failed") throw refusal(`Refund ${refund.id} has already failed.`);
  const charge = find(account.charges, "charge", idOf(refund.charge) ?? "");
  charge.amount_refunded -= refund.amount;
  charge.refunded = false;
  changeRefund(state, account, refund, {
    status: "failed",
    failure_balance_transaction: newId("txn"),
    failure_reason: "expired_or_canceled_card",
  });
  state.events.emit(account, "refund.failed", refund);
  return refund;
}

function changeRefund(
  state: State,
  account: AccountState,
  refund: Stripe.Refund,
  change: Partial<Stripe.Refund>,
): void {
  const previous = previousValues(refund, () => Object.assign(refund, change));
  state.events.emit(account, "refund.updated", refund, previous);
  state.events.emit(account, "charge.refund.updated", refund, previous);
}

function chargeFor(
  account: AccountState,
  of: { charge?: string | undefined; payment_intent?: string | undefined },
) {
  if (of.charge) return findNamed(account.charges, "charge", of.charge, "charge");
  if (!of.payment_intent) {
    throw refusal(
      "One of the following params should be provided for this request: payment_intent or charge.",
    );
  }
  const intent = findNamed(account.paymentIntents, "payment_intent", of.payment_intent, "payment_intent");
  const charge = account.charges.get(idOf(intent.latest_charge) ?? "");
  if (!charge) {
    throw refusal("This PaymentIntent does not have a successful charge to refund.", {
      param: "payment_intent",
    });
  }
  return charge;
}

export const retrieveRefund: Endpoint = ({ account, id, form }) => {
  read(object({}), form);
  return find(account.refunds, "refund", id, "refund");
};

const listParams = object({
  ...pageOfList,
  charge: text().optional(),
  created: range().optional(),
  payment_intent: text().optional(),
});

export const listRefunds: Endpoint = ({ account, form }) => {
  const { charge, created, payment_intent: intent, ...page } = read(listParams, form);
  return listOf(
    newestFirst(account.refunds.values()),
    "/v1/refunds",
    page,
    (refund) =>
      isWithin(created, refund.created) &&
      refund.charge === (charge ?? refund.charge) &&
      refund.payment_intent === (intent ?? refund.payment_intent),
  );
};
