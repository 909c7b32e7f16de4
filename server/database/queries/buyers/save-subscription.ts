import type { Selectable } from "kysely";
import type { EventType } from "../../../domain/events/event-types.ts";
import { isLive } from "../../../domain/subscription-state.ts";
import { subscriptionView } from "../../../views/subscription-view.ts";
import type { Queries } from "../../engines/engine.ts";
import type { SubscriptionRow } from "../../schema.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { readEveryMs } from "./read-interval.ts";
import { type ReportedSubscription, toSubscriptionRecord } from "./subscription.ts";

/**
 * Stores a subscription as the provider reported it, with the event of its beginning or its end. Responses may arrive out
 * of order, so only a later request replaces what is known. A known member stays, and an erased one isn't written back.
 */
export async function saveSubscription(db: Queries, reported: ReportedSubscription): Promise<void> {
  const {
    id,
    storeId,
    account,
    customerId,
    memberId,
    status,
    fetchedAt,
    checkoutSessionId = null,
    createdAt = null,
  } = reported;
  const row = {
    id,
    store_id: storeId,
    account,
    customer_id: customerId,
    member_id: memberId,
    status,
    asked_at: fetchedAt,
    erased_at: null,
    checkout_session_id: checkoutSessionId,
    created_at: createdAt,
    recorded_at: fetchedAt,
    read_at: null,
    read_due_at: fetchedAt + readEveryMs,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("subscriptions")
    .values(row)
    .onConflict((c) => c.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) {
    if (isLive(row)) await recordEvent(db, "subscription.started", row, fetchedAt);
    return;
  }
  const before = await find(db, id).forUpdate().executeTakeFirst();
  if (!before || before.asked_at > fetchedAt) return;
  const changes = {
    status,
    customer_id: customerId,
    asked_at: fetchedAt,
    member_id: before.erased_at === null ? (before.member_id ?? memberId) : before.member_id,
    checkout_session_id: before.checkout_session_id ?? checkoutSessionId,
    created_at: before.created_at ?? createdAt,
  };
  await db.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
  const after = { ...before, ...changes };
  if (isLive(after) && !isLive(before)) await recordEvent(db, "subscription.started", after, fetchedAt);
  if (isLive(before) && !isLive(after)) await recordEvent(db, "subscription.ended", after, fetchedAt);
}

/** Records the event of a subscription's renewal. */
export async function recordRenewal(db: Queries, id: string, now: number): Promise<void> {
  const row = await find(db, id).executeTakeFirst();
  if (row) await recordEvent(db, "subscription.renewed", row, now);
}

function find(db: Queries, id: string) {
  return db.selectFrom("subscriptions").selectAll().where("id", "=", id);
}

async function recordEvent(
  db: Queries,
  type: EventType,
  row: Selectable<SubscriptionRow>,
  now: number,
): Promise<void> {
  const { store_id: storeId } = row;
  const listeners = await listenersOf(db, storeId);
  await recordEvents(db, { storeId, listeners, now }, [
    { type, subjectId: row.id, data: subscriptionView(toSubscriptionRecord(row)) },
  ]);
}
