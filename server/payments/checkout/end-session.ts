import type { Database } from "../../database/database.ts";
import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import type { CheckoutSessionRecord } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { OnSettled } from "./on-settled.ts";

export interface EndSessionParts {
  database: Pick<Database, "checkoutSessions">;
  provider: Pick<Provider, "expireSession">;
  clock: Clock;
  onSettled: OnSettled;
}

/** Settles sessions, and ends open ones. */
export function createEndSession({ database, provider, clock, onSettled }: EndSessionParts) {
  const { checkoutSessions } = database;
  return { settle, end, lastKnown };

  /** Stores what the provider reported about a session. */
  async function settle(session: CheckoutSessionRecord, outcome: Outcome): Promise<CheckoutSessionRecord> {
    const settled = await checkoutSessions.settle(session.id, outcome, clock());
    if (settled) await onSettled(settled, outcome);
    return settled?.after ?? session;
  }

  /**
   * Ends a session, so that it can't be paid any more. Returns its state afterwards: complete when it was paid in the
   * same moment, and open as long as its account is gone or the provider doesn't know it. Throws while the provider
   * can't be reached.
   * @param openedAccount the account that a new page is opened on: once that one is gone, its error is thrown
   */
  async function end(
    session: CheckoutSessionRecord,
    openedAccount?: string | null,
  ): Promise<CheckoutSessionRecord> {
    // Without the provider's id there is no page yet, or it was created since we looked: then it has to be closed, and
    // isn't expired before it is.
    const known = session.providerId === null ? await checkoutSessions.endUnopened(session.id) : session;
    const { providerId, account } = known;
    if (providerId === null) return known;
    try {
      return await settle(session, await provider.expireSession({ id: providerId, account }));
    } catch (error) {
      if (account === openedAccount && isAccountGone(error)) throw error;
      const last = await lastKnown(known, error);
      // A version that created orders only for paid sessions left it. Its outcome is never reported any more, and what
      // was bought has to leave the cart all the same.
      return last.status === "complete" ? settle(last, { ...expired, ...stateOf(last) }) : last;
    }
  }

  /**
   * The state of a session that can't be requested any more, because the provider doesn't know it or refuses its
   * account: the last known one until it has expired, since a buyer may still be paying it. Throws every other error.
   */
  async function lastKnown(session: CheckoutSessionRecord, error: unknown): Promise<CheckoutSessionRecord> {
    if (!isAccountGone(error) && !isUnknownObject(error)) throw error;
    return clock() < session.expiresAt ? session : settle(session, expired);
  }
}

/** The known state of a session, in the form of a provider's answer. */
function stateOf(session: CheckoutSessionRecord): Partial<Outcome> {
  const { status, paymentStatus, paymentOutcome } = session;
  const { customerEmail, customerName, customerPhone, shippingAddress } = session;
  return {
    status,
    paymentStatus,
    paymentOutcome,
    customerEmail,
    customerName,
    customerPhone,
    shippingAddress,
  };
}

/** The outcome of a session that has ended unpaid. */
export const expired: Outcome = {
  status: "expired",
  paymentStatus: "unpaid",
  paymentOutcome: null,
  customerEmail: null,
  customerName: null,
  customerPhone: null,
  shippingAddress: null,
  url: null,
  completedAt: null,
  paymentId: null,
  paid: null,
  payments: [],
};
