import type { Database } from "../../database/database.ts";
import type { Outcome } from "../../database/queries/sessions/checkout-sessions.ts";
import { type CheckoutSessionRecord, noBuyer } from "../../domain/checkout-session.ts";
import type { Clock } from "../../domain/clock.ts";
import type { Provider } from "../provider/provider.ts";
import { isAccountGone, isUnknownObject } from "../provider/provider-errors.ts";
import type { OnSettled } from "./on-settled.ts";
import { endAtProvider } from "./read-outcome.ts";

export interface EndSessionParts {
  database: Pick<Database, "checkoutSessions">;
  provider: Pick<Provider, "expireSession" | "cancelIntent">;
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
   * Ends a session so that it can no longer be paid, and returns its new state: complete if it was paid meanwhile,
   * still open if its account is gone or the provider doesn't know it. Throws if the provider is unreachable.
   * @param openedAccount the account on which a new page is being opened; if it is gone, that error is thrown
   */
  async function end(
    session: CheckoutSessionRecord,
    openedAccount?: string | null,
  ): Promise<CheckoutSessionRecord> {
    // Without a provider id, there is no page yet, or it was created a moment ago and must be expired.
    const known = session.providerId === null ? await checkoutSessions.endUnopened(session.id) : session;
    const { providerId, account } = known;
    if (providerId === null) return known;
    try {
      return await settle(session, await endAtProvider(provider, { ...known, providerId }));
    } catch (error) {
      if (account === openedAccount && isAccountGone(error)) throw error;
      const last = await lastKnown(known, error);
      // Older versions left complete unpaid sessions without an order, and their outcome isn't reported again.
      // Settling one here also removes the purchase from the cart.
      return last.status === "complete" ? settle(last, { ...expired, ...stateOf(last) }) : last;
    }
  }

  /**
   * Returns the last known state of a session whose account is gone or that the provider doesn't know;
   * expired once its time is over, since a buyer may be paying it until then. Rethrows every other error.
   */
  async function lastKnown(session: CheckoutSessionRecord, error: unknown): Promise<CheckoutSessionRecord> {
    if (!isAccountGone(error) && !isUnknownObject(error)) throw error;
    return clock() < session.expiresAt ? session : settle(session, expired);
  }
}

/** The stored state of a session, in the form of a provider outcome. */
function stateOf(session: CheckoutSessionRecord): Partial<Outcome> {
  const { status, paymentStatus, paymentOutcome } = session;
  const { customerEmail, customerName, customerPhone, shippingAddress } = session;
  return {
    ...{ status, paymentStatus, paymentOutcome },
    ...{ customerEmail, customerName, customerPhone, shippingAddress },
  };
}

/** The outcome of a session that has ended unpaid. */
export const expired: Outcome = {
  status: "expired",
  paymentStatus: "unpaid",
  paymentOutcome: null,
  ...noBuyer,
  url: null,
  completedAt: null,
  paymentId: null,
  paid: null,
  amounts: null,
  shippingChoice: null,
  appliedCodes: [],
  payments: [],
};
