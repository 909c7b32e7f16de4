import type { Engine, Queries } from "./engine.ts";
import type { SubscriptionRow } from "./schema.ts";

export interface SubscriptionRecord {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The provider's account that it lives on; null for the platform's own. */
  account: string | null;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's word: active, trialing, past_due, canceled … */
  status: string;
  /** When the provider was asked for this state. */
  askedAt: number;
}

/** Who needs the portal: past_due, to mend a card. */
const live = ["active", "trialing", "past_due"];

export function isLive({ status }: Pick<SubscriptionRecord, "status">): boolean {
  return live.includes(status);
}

export function subscriptionQueries(engine: Engine) {
  return {
    save: (subscription: SubscriptionRecord) => engine.writeOne((db) => saveSubscription(db, subscription)),

    async find(id: string): Promise<SubscriptionRecord | undefined> {
      const row = await engine.read
        .selectFrom("subscriptions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    /** The member's live subscriptions of the store, as far as is known here. */
    async listLive({
      storeId,
      memberId,
    }: {
      storeId: string;
      memberId: string;
    }): Promise<SubscriptionRecord[]> {
      const rows = await engine.read
        .selectFrom("subscriptions")
        .selectAll()
        .where("store_id", "=", storeId)
        .where("member_id", "=", memberId)
        .where("status", "in", live)
        .orderBy("id")
        .execute();
      return rows.map(toRecord);
    },
  };
}

/**
 * Keeps a subscription as the provider tells it. Answers may arrive in another order than they were asked for, so
 * only what was asked later replaces what is known; a member once known stays known.
 */
export async function saveSubscription(db: Queries, subscription: SubscriptionRecord): Promise<void> {
  const { id, storeId, account, customerId, memberId, status, askedAt } = subscription;
  await db
    .insertInto("subscriptions")
    .values({
      id,
      store_id: storeId,
      account,
      customer_id: customerId,
      member_id: memberId,
      status,
      asked_at: askedAt,
    })
    .onConflict((c) =>
      c
        .column("id")
        .doUpdateSet((eb) => ({
          status,
          customer_id: customerId,
          asked_at: askedAt,
          member_id: eb.fn.coalesce("subscriptions.member_id", "excluded.member_id"),
        }))
        .where("subscriptions.asked_at", "<=", askedAt),
    )
    .execute();
}

function toRecord(row: SubscriptionRow): SubscriptionRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    account: row.account,
    customerId: row.customer_id,
    memberId: row.member_id,
    status: row.status,
    askedAt: row.asked_at,
  };
}
