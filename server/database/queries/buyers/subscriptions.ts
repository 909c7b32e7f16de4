import { ApiError } from "@counterpart/toolkit/errors";
import type { Actor } from "../../../domain/actor.ts";
import type { Clock } from "../../../domain/clock.ts";
import { liveStatuses } from "../../../domain/subscription-state.ts";
import type { Engine } from "../../engines/engine.ts";
import type { SubscriptionRow } from "../../schema.ts";
import { recordChange } from "../audit/record-change.ts";
import { type CustomerOwner, keepCustomer } from "./customers.ts";
import { saveSubscription } from "./save-subscription.ts";

export interface SubscriptionRecord {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  /** The provider's account that it lives on; null for the platform's own. */
  account: string | null;
  /** The provider's `cus_…`. */
  customerId: string;
  memberId: string | null;
  /** The provider's status: active, trialing, past_due, canceled … */
  status: string;
  /** When this state was requested from the provider. */
  fetchedAt: number;
}

/** A subscription as the provider reports it. */
export interface ReportedSubscription extends SubscriptionRecord {
  /** Ours, where the provider knows it. */
  checkoutSessionId?: string | null;
}

export function subscriptionQueries(engine: Engine, clock: Clock) {
  return {
    save: (subscription: ReportedSubscription) => engine.write((db) => saveSubscription(db, subscription)),

    async find(id: string): Promise<SubscriptionRecord | undefined> {
      const row = await engine.read
        .selectFrom("subscriptions")
        .selectAll()
        .where("id", "=", id)
        .executeTakeFirst();
      return row && toRecord(row);
    },

    /** The member's live subscriptions of the store, as far as known here. */
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
        .where("status", "in", liveStatuses)
        .orderBy("id")
        .execute();
      return rows.map(toRecord);
    },

    /** All of the store's, as far as known here. */
    async list(storeId: string): Promise<SubscriptionRecord[]> {
      const rows = await engine.read
        .selectFrom("subscriptions")
        .selectAll()
        .where("store_id", "=", storeId)
        .orderBy("id")
        .execute();
      return rows.map(toRecord);
    },

    /** The customer of the member's most recently updated live subscription on an account. */
    async customerOf({ storeId, memberId, account }: CustomerOwner): Promise<string | undefined> {
      const row = await engine.read
        .selectFrom("subscriptions")
        .select("customer_id")
        .where("store_id", "=", storeId)
        .where("member_id", "=", memberId)
        .where("account", account === null ? "is" : "=", account)
        .where("status", "in", liveStatuses)
        .orderBy("asked_at", "desc")
        .orderBy("id")
        .executeTakeFirst();
      return row?.customer_id;
    },

    /**
     * Gives a guest's subscription to a member. Its customer becomes the member's if the member has none yet on that
     * account. Undefined when the store has no such subscription; throws CONFLICT when it is another member's.
     */
    async attach(
      { id, storeId, memberId }: Attachment,
      by?: Actor,
    ): Promise<AttachedSubscription | undefined> {
      return engine.write(async (db) => {
        const row = await db
          .selectFrom("subscriptions")
          .selectAll()
          .where("id", "=", id)
          .where("store_id", "=", storeId)
          .forUpdate()
          .executeTakeFirst();
        if (!row) return undefined;
        if (row.member_id !== null && row.member_id !== memberId) {
          throw new ApiError("CONFLICT", `The subscription ${id} belongs to another member.`);
        }
        await db.updateTable("subscriptions").set({ member_id: memberId }).where("id", "=", id).execute();
        const subscription = toRecord({ ...row, member_id: memberId });
        const { account, customerId } = subscription;
        const owner = { storeId, memberId, account };
        const memberCustomerId = await keepCustomer(db, owner, { customerId, now: clock() });
        // Without the member, whom the trail would name for ever.
        const change = { storeId, action: "subscription.attached", objectId: id, changes: {} } as const;
        if (row.member_id === null) await recordChange(db, by, change, clock());
        return { ...subscription, memberCustomerId };
      });
    },
  };
}

export interface Attachment {
  /** The provider's `sub_…`. */
  id: string;
  storeId: string;
  memberId: string;
}

export interface AttachedSubscription extends SubscriptionRecord {
  /** The member's customer on that account. When the subscription belongs to another customer, no portal shows both. */
  memberCustomerId: string;
}

function toRecord(row: SubscriptionRow): SubscriptionRecord {
  return {
    id: row.id,
    storeId: row.store_id,
    account: row.account,
    customerId: row.customer_id,
    memberId: row.member_id,
    status: row.status,
    fetchedAt: row.asked_at,
  };
}
