import type { Stripe } from "stripe";
import { newId } from "../conventions/ids.ts";
import type { DeclineCode } from "../state/buyer.ts";
import { declineMessages } from "./declines.ts";

export function newCharge(
  created: number,
  intent: Stripe.PaymentIntent,
  method: Stripe.PaymentMethod,
  status: "succeeded" | "pending" | "failed",
  declineCode: DeclineCode = "generic_decline",
): Stripe.Charge {
  const succeeded = status === "succeeded";
  const failed = status === "failed";
  const { address, email, name, phone } = method.billing_details;
  return {
    id: newId("ch"),
    object: "charge",
    amount: intent.amount,
    amount_captured: succeeded ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address, email, name, phone, tax_id: null },
    calculated_statement_descriptor: null,
    captured: !failed,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failed ? "card_declined" : null,
    failure_message: failed ? declineMessages[declineCode] : null,
    fraud_details: {},
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: {
      advice_code: null,
      network_advice_code: null,
      network_decline_code: null,
      network_status: failed ? "declined_by_network" : "approved_by_network",
      reason: failed ? declineCode : null,
      risk_level: "normal",
      risk_score: 10,
      seller_message: failed
        ? "The bank did not return any further details with this decline."
        : "Payment complete.",
      type: failed ? "issuer_declined" : "authorized",
    },
    paid: !failed,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: detailsOf(method, intent.amount),
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: intent.shipping,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status,
    transfer_data: null,
    transfer_group: null,
  };
}

function detailsOf({ card, sepa_debit: debit, type }: Stripe.PaymentMethod, amount: number) {
  const details: Stripe.Charge.PaymentMethodDetails = { type };
  if (card) {
    details.card = {
      amount_authorized: amount,
      authorization_code: null,
      brand: card.brand,
      checks: card.checks,
      country: card.country,
      electronic_commerce_indicator: null,
      exp_month: card.exp_month,
      exp_year: card.exp_year,
      fingerprint: card.fingerprint ?? null,
      funding: card.funding,
      installments: null,
      last4: card.last4,
      mandate: null,
      network: card.brand,
      network_transaction_id: null,
      regulated_status: card.regulated_status,
      three_d_secure: null,
      transaction_link_id: null,
      wallet: null,
    };
  }
  if (debit) {
    details.sepa_debit = {
      bank_code: debit.bank_code,
      branch_code: debit.branch_code,
      country: debit.country,
      fingerprint: debit.fingerprint,
      last4: debit.last4,
      mandate: null,
    };
  }
  return details;
}
