import { ApiError } from "@counterpart/server/errors";
import type { Logger } from "pino";
import type { Database } from "../../database/database.ts";
import type { ClaimedDuplicate } from "../../database/queries/buyers/duplicate-subscriptions.ts";
import type { MemberOfStore } from "../../database/queries/buyers/held-subscriptions.ts";
import type { Settling } from "../../database/queries/sessions/checkout-sessions.ts";
import type { Checkout } from "../checkout/checkout.ts";
import { isProviderAway } from "../provider/provider-errors.ts";
import type { SweepBudget } from "../sweeping/sweep-budget.ts";
import { type DuplicateParts, settleDuplicate } from "./settle-duplicate.ts";

export interface OneSubscriptionParts extends DuplicateParts {
  database: DuplicateParts["database"] & Pick<Database, "stores">;
  checkout: Pick<Checkout, "refresh" | "end">;
  log: Logger;
}

export type OneSubscription = ReturnType<typeof createOneSubscription>;

const maxClaimedAtOnce = 20;
const maxMembersAtOnce = 100;

/**
 * Limits members to one subscription per product: closes their other pages when one completes, and cancels and refunds a
 * second subscription. Nothing here throws: failures are logged and retried by a sweep.
 */
export function createOneSubscription(parts: OneSubscriptionParts) {
  const { database, checkout, log } = parts;
  const { stores, subscriptions, checkoutSessions, duplicateSubscriptions } = database;

  return {
    /** Called after a session was settled. */
    async settled({ before, after }: Settling): Promise<void> {
      const { storeId, memberId, mode } = after;
      const isNews = before.status !== after.status || before.paymentOutcome !== after.paymentOutcome;
      if (mode !== "subscription" || after.status !== "complete" || !isNews) return;
      await follow({ storeId, memberId });
    },

    /** Called after a subscription was reported. */
    follow,

    /** Retries what failed earlier. */
    async sweep(budget: SweepBudget): Promise<void> {
      for (const member of await checkoutSessions.membersWithOpenSubscriptions(maxMembersAtOnce)) {
        if (!budget.take()) return;
        await closePages(member);
      }
      while (budget.take()) {
        const [claimed] = await duplicateSubscriptions.claimDue({ limit: 1 });
        if (!claimed) return;
        await settleOne(claimed);
      }
    },
  };

  async function follow({ storeId, memberId }: { storeId: string; memberId: string | null }): Promise<void> {
    try {
      const store = await stores.find(storeId);
      if (!store) return;
      if (memberId !== null && !store.allowsRepeatSubscriptions) await closePages({ storeId, memberId });
      for (const one of await duplicateSubscriptions.claimDue({ limit: maxClaimedAtOnce, storeId })) {
        await settleOne(one);
      }
    } catch (err) {
      log.warn({ storeId, err }, "could not look for duplicate subscriptions; it will be retried");
    }
  }

  /** Closes the member's pages for products that they already subscribe to. */
  async function closePages(member: MemberOfStore): Promise<void> {
    const open = await checkoutSessions.openSubscriptions(member);
    if (open.length === 0) return;
    const held = await subscriptions.held(member);
    for (const session of open) {
      const isRepeated = held.some(
        (one) =>
          one.checkoutSessionId !== session.id &&
          session.lines.some(({ productId }) => one.productIds.includes(productId)),
      );
      if (!isRepeated) continue;
      await checkout.end(session).catch((err: unknown) => {
        const about = { checkoutSessionId: session.id, storeId: session.storeId, err };
        log.warn(about, "could not close the payment page for a duplicate subscription; it will be retried");
      });
    }
  }

  async function settleOne(duplicate: ClaimedDuplicate): Promise<void> {
    const { subscriptionId, storeId, keptSubscriptionId } = duplicate;
    const about = { subscriptionId, storeId, keptSubscriptionId };
    try {
      await settleDuplicate(duplicate, parts);
      if (duplicate.cancelledAt === null) log.info(about, "cancelled a member's duplicate subscription");
    } catch (err) {
      log.warn({ ...about, err }, "could not settle a duplicate subscription; it will be retried");
      const isForMerchant =
        err instanceof ApiError && err.code !== "INTERNAL_ERROR" && !isProviderAway(err.cause);
      await duplicateSubscriptions
        .recordProblem(duplicate, isForMerchant ? err.message : null)
        .catch(() => {});
    }
  }
}
