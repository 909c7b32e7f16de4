import { isLive, secondOf } from "../../../domain/subscription-state.ts";
import type { Queries } from "../../engines/queries.ts";
import { type HeldSubscription, heldSubscriptions } from "./held-subscriptions.ts";

/**
 * When a subscription becomes live, records which of a member's two subscriptions to the same product will be
 * cancelled and refunded, unless the store allows both. If two become live at once, one sees the other.
 */
export async function recordDuplicates(
  db: Queries,
  { id, storeId, memberId }: { id: string; storeId: string; memberId: string | null },
  now: number,
): Promise<void> {
  // Guests can't be identified.
  if (memberId === null || (await lockedStoreAllows(db, storeId))) return;
  // A pending first payment may still fail; this runs again when that subscription becomes live.
  const held = (await heldSubscriptions(db, { storeId, memberId })).filter(isLive);
  const news = held.find((one) => one.id === id);
  if (!news) return;
  for (const known of held.filter((one) => one.id !== id && sharesProduct(one, news))) {
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
