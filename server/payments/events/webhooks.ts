import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { Queries } from "../../database/engines/queries.ts";
import { recordRenewal, saveSubscription } from "../../database/queries/buyers/save-subscription.ts";
import { recordDispute } from "../../database/queries/orders/record-dispute.ts";
import { correctPaidAt, recordPayments } from "../../database/queries/orders/record-payments.ts";
import { recordRefunds } from "../../database/queries/orders/record-refunds.ts";
import type { Outcome, Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import { createLinkPayment } from "../checkout/link-payment.ts";
import type { OnSettled } from "../checkout/on-settled.ts";
import { readOutcome } from "../checkout/read-outcome.ts";
import type { ProviderObject } from "../provider/call-provider.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { CheckRenewal } from "../subscriptions/check-renewal.ts";
import type { OneSubscription } from "../subscriptions/one-subscription.ts";
import type { InvoiceState } from "./invoice-state.ts";
import type { ProviderEvent, ProviderEventObject, RefusedEvent } from "./verify-event.ts";

export interface EventParts {
  database: Database;
  provider: Provider;
  clock: Clock;
  onSettled: OnSettled;
  oneSubscription: Pick<OneSubscription, "follow">;
  checkRenewal: CheckRenewal;
}

export interface WebhookParts extends Pick<EventParts, "provider"> {
  handler: EventHandler;
  log: Logger;
  /** Counts the reception of each event. */
  count: (reception: Reception) => void;
}

export type EventHandler = ReturnType<typeof createEventHandler>;

/** Why a verified event has no effect here: it isn't for us, or it is unreadable. */
export type IgnoredEvent =
  | "malformed"
  | "other_mode"
  | "other_account"
  | "account_gone"
  | "unknown_type"
  | "unknown_object";

/** An event of a type that has an effect here, about an object that can be fetched. */
type EventWithObject = ProviderEvent & { object: ProviderEventObject };

/** The result of an event. "accepted": its effect is durable. */
type Handled = Promise<"accepted" | IgnoredEvent>;

/** "accepted": the effect is durable, from this delivery or an earlier one. */
export type Reception = "accepted" | IgnoredEvent | RefusedEvent;

/** Whether the provider gets an error, which makes it resend the event. */
export function isRefused(reception: Reception): reception is RefusedEvent {
  return reception === "forged" || reception === "stale" || reception === "unreadable";
}

/** Receives the provider's signed events; an unreadable body is `undefined`. */
export function createWebhooks({ provider, handler, log, count }: WebhookParts) {
  return async (body: Buffer | undefined, signature: string): Promise<Reception> => {
    const reception = await receive(body, signature);
    // The body isn't logged, because anyone can send one.
    if (isRefused(reception)) log.warn({ reason: reception }, "rejected an event from the payment provider");
    count(reception);
    return reception;
  };

  async function receive(body: Buffer | undefined, signature: string): Promise<Reception> {
    if (body === undefined) return "unreadable";
    const event = provider.verifyEvent(body, signature);
    return typeof event === "string" ? event : handler.handle(event);
  }
}

/** Sent when the money of a bank debit arrives, days after the buyer completed the session. */
const arrivalOfPayment = "checkout.session.async_payment_succeeded";

/** Whether an event adds nothing: a paid session only changes when its money arrives. */
function isAlreadyRecorded(
  { status, paymentOutcome }: CheckoutSessionRecord,
  { type }: ProviderEvent,
): boolean {
  if (status === "expired") return type === "checkout.session.expired";
  return paymentOutcome === "paid" && type !== arrivalOfPayment;
}

/**
 * Adds the times that only the event shows: when a free session completed, and when a delayed payment
 * arrived. The provider's objects have neither.
 */
function withTimeOf({ type, createdAt }: ProviderEvent, outcome: Outcome): Outcome {
  if (type === "checkout.session.completed" && outcome.status === "complete") {
    return { ...outcome, completedAt: outcome.completedAt ?? createdAt };
  }
  if (type !== arrivalOfPayment) return outcome;
  const payments = outcome.payments.map((payment) =>
    payment.invoiceId === null ? { ...payment, paidAt: createdAt } : payment,
  );
  return { ...outcome, payments };
}

/**
 * Handles the provider's events, received or listed. They may be late, duplicated, out of order or lost, so
 * an event only says what to fetch. It enters the inbox once the result is stored.
 */
export function createEventHandler(parts: EventParts) {
  const { database, provider, clock, onSettled, oneSubscription, checkRenewal } = parts;
  const { checkoutSessions, subscriptions, stores, providerEvents } = database;
  const linkPayment = createLinkPayment({ database, provider, settle: settleSession });
  /** Whether no store uses this account. Null, the platform's own account, is never foreign. */
  const isForeign = async (account: string | null) =>
    account !== null && !(await stores.usesAccount(account));

  return {
    handle,
    /** Whether an event of this type has an effect here. */
    hasEffect: (type: string): boolean => effectOf(type) !== undefined,
  };

  async function handle(event: ProviderEvent): Handled {
    if (event.livemode !== provider.livemode) return "other_mode";
    const effect = effectOf(event.type);
    if (!effect) return "unknown_type";
    const { object } = event;
    if (!object) return "malformed";
    if (await providerEvents.isKnown(event.id)) return "accepted";
    try {
      return await effect({ ...event, object });
    } catch (error) {
      // An object that can't be fetched has no effect here, and resending the event wouldn't help.
      if (isAccountGone(error)) return "account_gone";
      if (isUnknownObject(error)) return "unknown_object";
      throw error;
    }
  }

  /** The provider retries for days, so events of other types are accepted and dropped. */
  function effectOf(type: string): ((event: EventWithObject) => Handled) | undefined {
    if (type.startsWith("checkout.session.")) return sessionEvent;
    if (type.startsWith("customer.subscription.")) return subscriptionEvent;
    if (type === "invoice.paid") return paidInvoiceEvent;
    if (type === "invoice.payment_failed") return failedInvoiceEvent;
    if (type === "account.updated" || type.startsWith("account.application.")) return accountEvent;
    if (type.startsWith("charge.dispute.")) return disputeEvent;
    if (type === "charge.refunded" || /^(charge\.)?refund\./.test(type)) return refundEvent;
    return undefined;
  }

  async function sessionEvent(event: EventWithObject): Handled {
    const { id, checkoutSessionId } = event.object;
    const session = await checkoutSessions.findOfProvider(id, checkoutSessionId);
    if (!session) return ignoreUnknown(event);
    if (session.account !== event.account) return "other_account";
    // A buyer can put our id into another page of the same account, such as a payment link, and pay less there.
    if (session.providerId !== id) return "unknown_object";
    if (isAlreadyRecorded(session, event)) {
      await providerEvents.accept(event, async () => {});
      return "accepted";
    }
    const outcome = withTimeOf(event, await provider.readSession({ id, account: session.account }));
    let settled: Settling | undefined;
    await providerEvents.accept(event, async (db) => {
      settled = await checkoutSessions.settleWithin(db, session.id, outcome, clock());
      if (event.type === arrivalOfPayment) await correctPaidAt(db, outcome.payments);
    });
    if (settled) await onSettled(settled, outcome);
    return "accepted";
  }

  function failedInvoiceEvent(event: EventWithObject): Handled {
    const { subscriptionId } = event.object;
    return subscriptionId === null ? ignoreUnknown(event) : subscriptionChange(event, subscriptionId);
  }

  /** The first invoice of a subscription, or a renewal. Its payment is recorded on the subscription's order. */
  async function paidInvoiceEvent(event: EventWithObject): Handled {
    const { id, subscriptionId } = event.object;
    if (subscriptionId === null) return ignoreUnknown(event);
    return subscriptionChange(event, subscriptionId, () =>
      provider.readInvoice({ id, account: event.account }),
    );
  }

  function subscriptionEvent(event: EventWithObject): Handled {
    return subscriptionChange(event, event.object.id);
  }

  async function subscriptionChange(
    event: EventWithObject,
    id: string,
    readPaidInvoice?: () => Promise<InvoiceState>,
  ): Handled {
    const known = await subscriptions.find(id);
    if (known && known.account !== event.account) return "other_account";
    // Purchases on our former accounts have a session, so the provider isn't asked about foreign ones.
    if (!known && (await isForeign(event.account))) return "other_account";
    const state = await provider.readSubscription({ id, account: event.account });
    const { checkoutSessionId } = state;
    const session =
      checkoutSessionId === null ? undefined : await checkoutSessions.findOfProvider("", checkoutSessionId);
    const owner = known ?? session;
    // A subscription not bought here belongs to another system on the same account.
    if (!owner) return ignoreUnknown(event);
    if (owner.account !== event.account) return "other_account";
    const { storeId, account, memberId } = owner;
    const invoice = await readPaidInvoice?.();
    // Payments are recorded on orders, so settle the session first, which creates the order.
    if (invoice && session && session.paymentOutcome !== "paid") await settleSession(session);
    let isNews = false;
    await providerEvents.accept(event, async (db) => {
      await saveSubscription(db, { ...state, storeId, account, memberId }, clock());
      // The session may have been deleted, but its order is kept.
      if (checkoutSessionId === null) return;
      const sale = { checkoutSessionId, account };
      const isRenewal = await recordPayments(db, sale, invoice?.payments ?? [], clock());
      if (isRenewal) await recordRenewal(db, id, clock());
      // A free renewal has no payment, and only its one event reports it.
      isNews = isRenewal || invoice?.payments.length === 0;
    });
    if (invoice && isNews) await checkRenewal(state, invoice);
    await oneSubscription.follow({ storeId, memberId });
    return "accepted";
  }

  /** Fetches a payment's refunds again when one was created, changed or failed. */
  function refundEvent(event: EventWithObject): Handled {
    return paymentChange(event, event.object.paymentId, async (payment) => {
      const refunds = await provider.readRefunds(payment);
      return (db) => recordRefunds(db, refunds, clock());
    });
  }

  /** Handles a new or changed dispute of a payment by the buyer's bank. */
  async function disputeEvent(event: EventWithObject): Handled {
    const { account } = event;
    const { paymentId, ...dispute } = await provider.readDispute({ id: event.object.id, account });
    return paymentChange(event, paymentId, async (payment) => {
      return (db) => recordDispute(db, { ...dispute, paymentId: payment.id, account }, clock());
    });
  }

  async function paymentChange(
    event: EventWithObject,
    id: string | null,
    read: (payment: ProviderObject) => Promise<(db: Queries) => Promise<void>>,
  ): Handled {
    // Without a payment intent, the payment wasn't made through our checkout.
    if (id === null) return "unknown_object";
    const { account } = event;
    const link = await linkPayment({ id, account });
    if (!link && (await isForeign(account))) return "other_account";
    const record = await read({ id, account });
    await providerEvents.accept(event, async (db) => {
      await link?.(db, clock());
      await record(db);
    });
    return "accepted";
  }

  async function settleSession(session: CheckoutSessionRecord): Promise<void> {
    const { id, providerId } = session;
    if (providerId === null) return;
    const outcome = await readOutcome(provider, { ...session, providerId });
    const settled = await checkoutSessions.settle(id, outcome, clock());
    if (settled) await onSettled(settled, outcome);
  }

  async function accountEvent(event: EventWithObject): Handled {
    const account = event.account ?? event.object.id;
    if (!(await stores.usesAccount(account))) return "other_account";
    await stores.setChargeable(account, await provider.isChargeable(account));
    await providerEvents.accept(event, async () => {});
    return "accepted";
  }

  /** Handles an event about an object not created here: by another system on our account, or on another account. */
  async function ignoreUnknown({ account }: EventWithObject): Promise<IgnoredEvent> {
    return (await isForeign(account)) ? "other_account" : "unknown_object";
  }
}
