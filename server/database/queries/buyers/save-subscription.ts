import type { Selectable } from "kysely";
import type { EventType } from "../../../domain/events/event-types.ts";
import type { ReportedSubscription } from "../../../domain/subscription.ts";
import { isLive } from "../../../domain/subscription-state.ts";
import { subscriptionView } from "../../../views/subscription-view.ts";
import type { Queries } from "../../engines/queries.ts";
import type { SubscriptionRow } from "../../schema.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { lockStore } from "../lock-store.ts";
import { readEveryMs } from "./read-interval.ts";
import { recordDuplicates } from "./record-duplicates.ts";
import { toSubscriptionRecord } from "./subscription.ts";

type Row = Selectable<SubscriptionRow>;

/**
 * Stores a subscription as reported by the provider, with its start or end event, and records duplicates. Only a later
 * request replaces the known state. A known member is kept, and an erased one isn't restored.
 */
export async function saveSubscription(db: Queries, reported: ReportedSubscription): Promise<void> {
  const before = await findForUpdate(db, reported.id);
  if (before) return change(db, before, reported);
  const row = await toRow(db, reported);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("subscriptions")
    .values(row)
    .onConflict((c) => c.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) {
    if (isLive(row)) await start(db, row, reported.fetchedAt);
    return;
  }
  // Another process recorded it in the meantime.
  const other = await findForUpdate(db, reported.id);
  if (other) await change(db, other, reported);
}

async function change(db: Queries, before: Row, reported: ReportedSubscription): Promise<void> {
  const { id, status, customerId, memberId, fetchedAt, checkoutSessionId, createdAt } = reported;
  if (before.asked_at > fetchedAt) return;
  const changes = {
    status,
    customer_id: customerId,
    asked_at: fetchedAt,
    member_id: before.erased_at === null ? (before.member_id ?? memberId) : before.member_id,
    checkout_session_id: before.checkout_session_id ?? checkoutSessionId ?? null,
    created_at: before.created_at ?? createdAt ?? null,
  };
  await db.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
  const after = { ...before, ...changes };
  if (isLive(after) && !isLive(before)) await start(db, after, fetchedAt);
  if (isLive(before) && !isLive(after)) await recordEvent(db, "subscription.ended", after, fetchedAt);
}

/** Handles a subscription that became live. */
async function start(db: Queries, row: Row, now: number): Promise<void> {
  await recordEvent(db, "subscription.started", row, now);
  await recordDuplicates(db, toSubscriptionRecord(row), now);
}

/** Records a subscription's renewal event. */
export async function recordRenewal(db: Queries, id: string, now: number): Promise<void> {
  const row = await findForUpdate(db, id);
  if (row) await recordEvent(db, "subscription.renewed", row, now);
}

function findForUpdate(db: Queries, id: string): Promise<Row | undefined> {
  return db.selectFrom("subscriptions").selectAll().where("id", "=", id).forUpdate().executeTakeFirst();
}

async function toRow(db: Queries, reported: ReportedSubscription): Promise<Row> {
  const { id, storeId, account, customerId, memberId, status, fetchedAt } = reported;
  return {
    id,
    store_id: storeId,
    account,
    customer_id: customerId,
    member_id: memberId,
    status,
    asked_at: fetchedAt,
    erased_at: null,
    checkout_session_id: reported.checkoutSessionId ?? null,
    created_at: reported.createdAt ?? null,
    recorded_at: await nextRecordedAt(db, storeId, fetchedAt),
    read_at: null,
    read_due_at: fetchedAt + readEveryMs,
    price_changes: null,
  };
}

/**
 * Later than all others of the store, as with orders: a client that pages down to a known one misses none.
 */
async function nextRecordedAt(db: Queries, storeId: string, now: number): Promise<number> {
  await lockStore(db, storeId);
  const last = await db
    .selectFrom("subscriptions")
    .select("recorded_at")
    .where("store_id", "=", storeId)
    .orderBy("recorded_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return Math.max(now, (last?.recorded_at ?? 0) + 1);
}

async function recordEvent(db: Queries, type: EventType, row: Row, now: number): Promise<void> {
  const { store_id: storeId } = row;
  const listeners = await listenersOf(db, storeId);
  await recordEvents(db, { storeId, listeners, now }, [
    { type, subjectId: row.id, data: subscriptionView(toSubscriptionRecord(row)) },
  ]);
}
