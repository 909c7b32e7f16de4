import { isLive, secondOf } from "../../../domain/subscription-state.ts";
import type { Queries } from "../../engines/queries.ts";
import { type HeldSubscription, heldSubscriptions } from "./held-subscriptions.ts";

interface NewSubscription {
  storeId: string;
  memberId: string | null;
  /** Its checkout. */
  checkoutSessionId: string | null;
}

/**
 * When a subscription is live and its first payment has arrived, records which of a member's two subscriptions to the same
 * product will be cancelled and refunded, unless the store allows both. If two get there at once, one sees the other.
 */
export async function recordDuplicates(
  db: Queries,
  { storeId, memberId, checkoutSessionId }: NewSubscription,
  now: number,
): Promise<void> {
  // Guests can't be identified, and without a checkout no product is known.
  if (memberId === null || checkoutSessionId === null || (await lockedStoreAllows(db, storeId))) return;
  // A pending first payment may still fail; this runs again when it arrives.
  const held = (await heldSubscriptions(db, { storeId, memberId })).filter(
    (one) => isLive(one) && one.isPaid,
  );
  const news = held.find((one) => one.checkoutSessionId === checkoutSessionId);
  if (!news) return;
  for (const known of held.filter((one) => one !== news && sharesProduct(one, news))) {
    const second: HeldSubscription = secondOf(known, news);
    const kept = second === news ? known : news;
    await recordDuplicate(db, second, kept, now);
    if (second === news) return;
  }
}

/** Locks the store, as recording an order does, so that no two processes decide at the same time. */
async function lockedStoreAllows(db: Queries, storeId: string): Promise<boolean> {
  const store = await db
    .selectFrom("stores")
    .select("allows_repeat_subscriptions")
    .where("id", "=", storeId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return store?.allows_repeat_subscriptions !== 0;
}

function sharesProduct(one: HeldSubscription, other: HeldSubscription): boolean {
  return one.productIds.some((productId) => other.productIds.includes(productId));
}

async function recordDuplicate(
  db: Queries,
  { id, storeId, account, checkoutSessionId }: HeldSubscription,
  kept: HeldSubscription,
  now: number,
): Promise<void> {
  // It has products, so it was bought at a known checkout.
  if (checkoutSessionId === null) return;
  await db
    .insertInto("duplicate_subscriptions")
    .values({
      subscription_id: id,
      store_id: storeId,
      kept_subscription_id: kept.id,
      checkout_session_id: checkoutSessionId,
      account,
      found_at: now,
      cancelled_at: null,
      settled_at: null,
      due_at: 0,
      attempts: 0,
      problem: null,
    })
    .onConflict((c) => c.column("subscription_id").doNothing())
    .execute();
}
