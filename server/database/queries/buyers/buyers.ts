import { type RawBuilder, sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import { firstValues } from "../../../domain/audit.ts";
import { isLive } from "../../../domain/subscription-state.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { deleteEventsOf } from "../events/delete-events.ts";
import { hasEmail } from "../has-email.ts";
import { forgetAnswers } from "../idempotency-keys.ts";
import { idsOf } from "../ids-of.ts";
import { type FoundBuyer, findBuyers } from "./find-buyers.ts";

/** How a store identifies a buyer. */
export type Buyer = { email: string } | { memberId: string };

/** How many rows were anonymised. */
export interface Erased {
  checkoutSessions: number;
  orders: number;
  subscriptions: number;
  /** How many of those are still live at the provider. */
  liveSubscriptions: number;
  customers: number;
  memberSessions: number;
  /** Deleted events about the buyer's purchases, sent or not. */
  events: number;
}

export function buyerQueries(engine: Engine) {
  return {
    /** The buyers whose name or email address contains a text, those with the latest orders first. */
    find: (wanted: { storeId: string; text: string; limit: number }): Promise<FoundBuyer[]> =>
      findBuyers(engine, wanted),

    /**
     * Erases everything that identifies a buyer, and the caller's metadata, which may. Keeps what was sold and for how much.
     * Later reports from the provider don't restore the data.
     */
    async erase(storeId: string, buyer: Buyer, now: number, by?: Actor): Promise<Erased> {
      return engine.write(async (db) => {
        const erased = await erase(db, { storeId, buyer, now });
        if (Object.values(erased).every((count) => count === 0)) return erased;
        // The trail doesn't name the buyer, who is being erased.
        const { checkoutSessions, orders, subscriptions } = erased;
        const changes = firstValues({ checkoutSessions, orders, subscriptions });
        await recordChange(db, by, { storeId, action: "buyer.erased", objectId: null, changes }, now);
        return erased;
      });
    },
  };
}

async function erase(
  db: Queries,
  { storeId, buyer, now }: { storeId: string; buyer: Buyer; now: number },
): Promise<Erased> {
  const email = "email" in buyer ? buyer.email : undefined;
  const memberIds = "email" in buyer ? await membersOf(db, storeId, buyer.email) : [buyer.memberId];
  const isTheirs = sql<boolean>`(${sql.join(
    [
      ...(email === undefined ? [] : [hasEmail(email)]),
      ...(memberIds.length === 0 ? [] : [sql`member_id in (${sql.join(memberIds)})`]),
    ],
    sql` or `,
  )})`;
  const noBuyer = {
    member_id: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    shipping_address: null,
    metadata: null,
  };
  const events = await deleteEvents(db, { storeId, isTheirs, memberIds });
  const sessions = await db
    .updateTable("checkout_sessions")
    .set({ ...noBuyer, erased_at: now })
    .where("store_id", "=", storeId)
    .where(isTheirs)
    .executeTakeFirst();
  const theirOrders = db.selectFrom("orders").select("id").where("store_id", "=", storeId).where(isTheirs);
  await db.deleteFrom("order_terms").where("order_id", "in", theirOrders).execute();
  await db.updateTable("order_returns").set({ reason: null }).where("order_id", "in", theirOrders).execute();
  await db.updateTable("parcels").set({ tracking: null }).where("order_id", "in", theirOrders).execute();
  const orders = await db
    .updateTable("orders")
    // A tracking number leads to the address. The sweeper adds the terms that are left.
    .set({ ...noBuyer, tracking: null, has_terms: null })
    .where("store_id", "=", storeId)
    .where(isTheirs)
    .executeTakeFirst();
  const subscriptions =
    memberIds.length === 0
      ? []
      : await db
          .updateTable("subscriptions")
          .set({ member_id: null, erased_at: now })
          .where("store_id", "=", storeId)
          .where("member_id", "in", memberIds)
          .returning("status")
          .execute();
  await forgetAnswers(db, storeId);
  return {
    checkoutSessions: Number(sessions.numUpdatedRows),
    orders: Number(orders.numUpdatedRows),
    subscriptions: subscriptions.length,
    liveSubscriptions: subscriptions.filter(isLive).length,
    customers: await deleteOf(db, "customers", { storeId, memberIds }),
    memberSessions: await deleteOf(db, "member_sessions", { storeId, memberIds }),
    events,
  };
}

/** Deletes the events about a buyer's sessions, orders and subscriptions, while those still identify the buyer. */
async function deleteEvents(
  db: Queries,
  { storeId, isTheirs, memberIds }: { storeId: string; isTheirs: RawBuilder<boolean>; memberIds: string[] },
): Promise<number> {
  const subjects = (table: "checkout_sessions" | "orders") =>
    db.selectFrom(table).select("id").where("store_id", "=", storeId).where(isTheirs);
  let theirs = subjects("orders").union(subjects("checkout_sessions"));
  if (memberIds.length > 0) {
    theirs = theirs.union(
      db
        .selectFrom("subscriptions")
        .select("id")
        .where("store_id", "=", storeId)
        .where("member_id", "in", memberIds),
    );
  }
  const rows = await db
    .selectFrom("events")
    .select("id")
    .where("store_id", "=", storeId)
    .where("subject_id", "in", theirs)
    .execute();
  return deleteEventsOf(db, idsOf(rows));
}

/** Members who bought with the same address are the same person. */
async function membersOf(db: Queries, storeId: string, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("checkout_sessions")
    .select("member_id")
    .where("store_id", "=", storeId)
    .where("member_id", "is not", null)
    .where(hasEmail(email))
    .union(
      db
        .selectFrom("orders")
        .select("member_id")
        .where("store_id", "=", storeId)
        .where("member_id", "is not", null)
        .where(hasEmail(email)),
    )
    .execute();
  return rows.flatMap(({ member_id: memberId }) => memberId ?? []);
}

async function deleteOf(
  db: Queries,
  table: "customers" | "member_sessions",
  { storeId, memberIds }: { storeId: string; memberIds: string[] },
): Promise<number> {
  if (memberIds.length === 0) return 0;
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where("store_id", "=", storeId)
    .where("member_id", "in", memberIds)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
