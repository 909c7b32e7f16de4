import type { Clock } from "../domain/clock.ts";
import { recordRefund } from "../store/orders.ts";
import type { ProviderEvent } from "../store/provider-events.ts";
import type { Store } from "../store/store.ts";
import { saveSubscription } from "../store/subscriptions.ts";
import type { Notice, Provider } from "./provider.ts";

export interface WebhookParts {
  store: Store;
  provider: Provider;
  clock: Clock;
}

/** "accepted": its effect is durable, or there was none to have. "refused": it isn't meant for us. */
export type Reception = "accepted" | "refused";

/**
 * Receives the provider's events. They may be late, doubled, out of order or never come; so an event only says what to
 * ask the provider for again, and is in the inbox once what was found is.
 */
export function createWebhooks({ store, provider, clock }: WebhookParts) {
  const { checkoutSessions, subscriptions, stores, providerEvents } = store;

  return async (body: Buffer, signature: string): Promise<Reception> => {
    const notice = provider.readNotice(body, signature);
    if (!notice || notice.livemode !== provider.livemode) return "refused";
    if (notice.account !== null && !(await stores.usesAccount(notice.account))) return "refused";
    if (await providerEvents.isKnown(notice.id)) return "accepted";
    return effectOf(notice);
  };

  async function effectOf(notice: Notice): Promise<Reception> {
    const { type } = notice;
    if (type.startsWith("checkout.session.")) return sessionEvent(notice);
    if (type.startsWith("customer.subscription.")) return subscriptionEvent(notice, notice.object.id);
    if (type === "invoice.paid" || type === "invoice.payment_failed") {
      return subscriptionEvent(notice, notice.object.subscriptionId);
    }
    if (type === "account.updated") return accountEvent(notice);
    if (type === "charge.refunded") return refundEvent(notice);
    // The provider retries for days, so an event we don't know is accepted and forgotten.
    return "accepted";
  }

  async function sessionEvent(notice: Notice): Promise<Reception> {
    const { id, checkoutSessionId } = notice.object;
    const session = await checkoutSessions.findOfProvider(id, checkoutSessionId);
    if (!session) return "accepted";
    if (session.account !== notice.account) return "refused";
    const outcome = await provider.readSession({ id, account: session.account });
    await providerEvents.accept(notice satisfies ProviderEvent, async (db) => {
      await checkoutSessions.settleWithin(db, session.id, outcome, clock());
    });
    return "accepted";
  }

  async function subscriptionEvent(notice: Notice, id: string | null): Promise<Reception> {
    if (id === null) return "accepted";
    const known = await subscriptions.find(id);
    if (known && known.account !== notice.account) return "refused";
    const state = await provider.readSubscription({ id, account: notice.account });
    const session =
      state.checkoutSessionId === null
        ? undefined
        : await checkoutSessions.findOfProvider("", state.checkoutSessionId);
    const owner = known ?? session;
    // A subscription that wasn't bought here is another system's on the same account.
    if (!owner) return "accepted";
    if (owner.account !== notice.account) return "refused";
    const { storeId, account, memberId } = owner;
    await providerEvents.accept(notice, (db) =>
      saveSubscription(db, { ...state, storeId, account, memberId }),
    );
    return "accepted";
  }

  async function accountEvent(notice: Notice): Promise<Reception> {
    const account = notice.account ?? notice.object.id;
    if (!(await stores.usesAccount(account))) return "refused";
    await stores.setChargeable(account, await provider.isChargeable(account));
    await providerEvents.accept(notice, async () => {});
    return "accepted";
  }

  async function refundEvent(notice: Notice): Promise<Reception> {
    const { paymentId, refunded } = await provider.readRefund({
      id: notice.object.id,
      account: notice.account,
    });
    if (paymentId === null) return "accepted";
    await providerEvents.accept(notice, (db) => recordRefund(db, { paymentId, refunded }));
    return "accepted";
  }
}
