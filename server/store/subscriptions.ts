import type { Engine, Queries } from "./engine.ts";

export interface SubscriptionRecord {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's word: active, trialing, past_due, canceled … */
  status: string;
}

/** Who needs the portal: past_due, to mend a card. */
const live = ["active", "trialing", "past_due"];

export function subscriptionQueries(engine: Engine) {
  return {
    /** Keeps a subscription as the provider tells it; a member once known stays known. */
    save: (subscription: SubscriptionRecord) => engine.write((db) => saveSubscription(db, subscription)),

    /** The member's live subscription of the store, or undefined. */
    async findLive({
      storeId,
      memberId,
    }: {
      storeId: string;
      memberId: string;
    }): Promise<SubscriptionRecord | undefined> {
      const row = await engine.read
        .selectFrom("subscriptions")
        .selectAll()
        .where("store_id", "=", storeId)
        .where("member_id", "=", memberId)
        .where("status", "in", live)
        .executeTakeFirst();
      return (
        row && {
          id: row.id,
          storeId: row.store_id,
          customerId: row.customer_id,
          memberId: row.member_id,
          status: row.status,
        }
      );
    },
  };
}

export async function saveSubscription(db: Queries, subscription: SubscriptionRecord): Promise<void> {
  const { id, storeId, customerId, memberId, status } = subscription;
  await db
    .insertInto("subscriptions")
    .values({ id, store_id: storeId, customer_id: customerId, member_id: memberId, status })
    .onConflict((c) =>
      c.column("id").doUpdateSet((eb) => ({
        status,
        customer_id: customerId,
        member_id: eb.fn.coalesce("excluded.member_id", "subscriptions.member_id"),
      })),
    )
    .execute();
}
