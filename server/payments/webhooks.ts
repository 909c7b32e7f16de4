import type { Logger } from "pino";
import type { Clock } from "../domain/clock.ts";
import type { Settling } from "../store/checkout-sessions.ts";
import { recordRefund } from "../store/orders.ts";
import type { Store } from "../store/store.ts";
import { saveSubscription } from "../store/subscriptions.ts";
import type { CheckPaidSum } from "./check-paid-sum.ts";
import type { Provider } from "./provider.ts";
import { isAccountGone, isUnknownObject } from "./provider-errors.ts";
import type { ProviderEvent, ProviderEventObject, RefusedEvent } from "./verify-event.ts";

export interface WebhookParts {
  store: Store;
  provider: Provider;
  clock: Clock;
  log: Logger;
  checkPaidSum: CheckPaidSum;
  /** Counts what becomes of each event. */
  count: (reception: Reception) => void;
}

/** Why a verified event has no effect here: it isn't for us, or can't be read. */
export type IgnoredEvent =
  | "malformed"
  | "other_mode"
  | "other_account"
  | "account_gone"
  | "unknown_type"
  | "unknown_object";

/** "accepted": its effect is durable, or it had its effect before. */
export type Reception = "accepted" | IgnoredEvent | RefusedEvent;

/** Whether the provider is told that its event wasn't received. */
export function isRefused(reception: Reception): reception is RefusedEvent {
  return reception === "forged" || reception === "stale" || reception === "unreadable";
}

/** An event of a type that has an effect here, about an object that can be asked for. */
type Event = ProviderEvent & { object: ProviderEventObject };
type Effect = (event: Event) => Promise<"accepted" | IgnoredEvent>;

/**
 * Receives the provider's events. They may be late, doubled, out of order or never come; so an event only says what to
 * ask the provider for again, and is in the inbox once what was found is. A body that couldn't be read is undefined.
 */
export function createWebhooks({ store, provider, clock, log, checkPaidSum, count }: WebhookParts) {
  const { checkoutSessions, subscriptions, stores, providerEvents } = store;

  return async (body: Buffer | undefined, signature: string): Promise<Reception> => {
    const reception = await receive(body, signature);
    // The body isn't quoted: it may be anybody's.
    if (isRefused(reception)) log.warn({ reason: reception }, "refused an event of the payment provider");
    count(reception);
    return reception;
  };

  async function receive(body: Buffer | undefined, signature: string): Promise<Reception> {
    if (body === undefined) return "unreadable";
    const event = provider.verifyEvent(body, signature);
    if (typeof event === "string") return event;
    if (event.livemode !== provider.livemode) return "other_mode";
    const effect = effectOf(event.type);
    if (!effect) return "unknown_type";
    const { object } = event;
    if (!object) return "malformed";
    if (await providerEvents.isKnown(event.id)) return "accepted";
    try {
      return await effect({ ...event, object });
    } catch (error) {
      // What can't be asked for has no effect here, and sending the event again would change nothing.
      if (isAccountGone(error)) return "account_gone";
      if (isUnknownObject(error)) return "unknown_object";
      throw error;
    }
  }

  /** The provider retries for days, so an event of another type is accepted and forgotten. */
  function effectOf(type: string): Effect | undefined {
    if (type.startsWith("checkout.session.")) return sessionEvent;
    if (type.startsWith("customer.subscription.")) return subscriptionEvent;
    if (type === "invoice.paid" || type === "invoice.payment_failed") return invoiceEvent;
    if (type === "account.updated" || type.startsWith("account.application.")) return accountEvent;
    if (type === "charge.refunded") return refundEvent;
    return undefined;
  }

  async function sessionEvent(event: Event): Promise<"accepted" | IgnoredEvent> {
    const { id, checkoutSessionId } = event.object;
    const session = await checkoutSessions.findOfProvider(id, checkoutSessionId);
    if (!session) return nobodys(event);
    if (session.account !== event.account) return "other_account";
    const outcome = await provider.readSession({ id, account: session.account });
    let settled: Settling | undefined;
    await providerEvents.accept(event, async (db) => {
      settled = await checkoutSessions.settleWithin(db, session.id, outcome, clock());
    });
    if (settled) checkPaidSum(settled, outcome);
    return "accepted";
  }

  function invoiceEvent(event: Event): Promise<"accepted" | IgnoredEvent> {
    const { subscriptionId } = event.object;
    return subscriptionId === null ? nobodys(event) : subscriptionChange(event, subscriptionId);
  }

  function subscriptionEvent(event: Event): Promise<"accepted" | IgnoredEvent> {
    return subscriptionChange(event, event.object.id);
  }

  async function subscriptionChange(event: Event, id: string): Promise<"accepted" | IgnoredEvent> {
    const known = await subscriptions.find(id);
    if (known && known.account !== event.account) return "other_account";
    const state = await provider.readSubscription({ id, account: event.account });
    const session =
      state.checkoutSessionId === null
        ? undefined
        : await checkoutSessions.findOfProvider("", state.checkoutSessionId);
    const owner = known ?? session;
    // A subscription that wasn't bought here is another system's on the same account.
    if (!owner) return nobodys(event);
    if (owner.account !== event.account) return "other_account";
    const { storeId, account, memberId } = owner;
    await providerEvents.accept(event, (db) =>
      saveSubscription(db, { ...state, storeId, account, memberId }),
    );
    return "accepted";
  }

  async function accountEvent(event: Event): Promise<"accepted" | IgnoredEvent> {
    const account = event.account ?? event.object.id;
    if (!(await stores.usesAccount(account))) return "other_account";
    await stores.setChargeable(account, await provider.isChargeable(account));
    await providerEvents.accept(event, async () => {});
    return "accepted";
  }

  async function refundEvent(event: Event): Promise<"accepted" | IgnoredEvent> {
    const askedAt = clock();
    const { paymentId, refunded } = await provider.readRefund({
      id: event.object.id,
      account: event.account,
    });
    if (paymentId === null) return "unknown_object";
    await providerEvents.accept(event, (db) => recordRefund(db, { paymentId, refunded, askedAt }));
    return "accepted";
  }

  /** An event about something that wasn't made here: on an account of ours by another system, or on another account. */
  async function nobodys({ account }: Event): Promise<IgnoredEvent> {
    return account === null || (await stores.usesAccount(account)) ? "unknown_object" : "other_account";
  }
}
