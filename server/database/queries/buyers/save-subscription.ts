import type { Selectable } from "kysely";
import type { SnapshotLine } from "../../../domain/checkout.ts";
import type { EventType } from "../../../domain/events/event-types.ts";
import { subscriptionEvents } from "../../../domain/events/subscription-events.ts";
import type { OrderMail } from "../../../domain/mails/mail-kinds.ts";
import { subscriptionMails } from "../../../domain/mails/subscription-mails.ts";
import {
  namedLines,
  type ReportedSubscription,
  type SubscriptionLine,
} from "../../../domain/subscription.ts";
import { isLive } from "../../../domain/subscription-state.ts";
import { subscriptionView } from "../../../views/subscription-view.ts";
import type { Queries } from "../../engines/queries.ts";
import type { SubscriptionRow } from "../../schema.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { lockStore } from "../lock-store.ts";
import { mailsBuyers, queueOrderMails } from "../mails/queue-mails.ts";
import { linesFromColumn } from "../purchase-columns.ts";
import { readEveryMs } from "./read-interval.ts";
import { recordDuplicates } from "./record-duplicates.ts";
import { toSubscriptionRecord } from "./subscription.ts";

type Row = Selectable<SubscriptionRow>;

/**
 * Stores a subscription as reported by the provider, with the events of its change, and records duplicates. Only a later
 * request replaces the known state. A known member is kept, and an erased one isn't restored.
 * @param now by our clock, which events and emails are sent by; `fetchedAt` is the provider's
 */
export async function saveSubscription(
  db: Queries,
  reported: ReportedSubscription,
  now: number,
): Promise<void> {
  const before = await findForUpdate(db, reported.id);
  if (before) return change(db, before, reported, now);
  const row = await toRow(db, reported);
  const { numInsertedOrUpdatedRows } = await db
    .insertInto("subscriptions")
    .values(row)
    .onConflict((c) => c.column("id").doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 0n) return recordTransition(db, undefined, row, now);
  // Another process recorded it in the meantime.
  const other = await findForUpdate(db, reported.id);
  if (other) await change(db, other, reported, now);
}

async function change(db: Queries, before: Row, reported: ReportedSubscription, now: number): Promise<void> {
  const { id, status, customerId, memberId, fetchedAt, checkoutSessionId, createdAt } = reported;
  if (before.asked_at > fetchedAt) return;
  const sessionId = before.checkout_session_id ?? checkoutSessionId ?? null;
  const changes = {
    status,
    customer_id: customerId,
    asked_at: fetchedAt,
    member_id: before.erased_at === null ? (before.member_id ?? memberId) : before.member_id,
    checkout_session_id: sessionId,
    created_at: before.created_at ?? createdAt ?? null,
    ...termColumns(reported, before),
    lines: await linesAfter(db, before.lines, { ...reported, checkoutSessionId: sessionId }),
  };
  await db.updateTable("subscriptions").set(changes).where("id", "=", id).execute();
  await recordTransition(db, before, { ...before, ...changes }, now);
}

/** Records the events of a change, and a duplicate once a subscription becomes live. */
async function recordTransition(
  db: Queries,
  before: Row | undefined,
  after: Row,
  now: number,
): Promise<void> {
  const subscription = toSubscriptionRecord(after);
  for (const type of subscriptionEvents(before && toSubscriptionRecord(before), subscription)) {
    await recordSubscriptionEvent(db, type, after, now);
  }
  const mails = subscriptionMails(before && toSubscriptionRecord(before), subscription);
  if (mails.length > 0) await queueSubscriptionMails(db, after, mails, now);
  if (isLive(after) && !(before && isLive(before))) await recordDuplicates(db, subscription, now);
}

/** To the buyer of the subscription's order. */
async function queueSubscriptionMails(
  db: Queries,
  { store_id: storeId, checkout_session_id: sessionId }: Row,
  mails: OrderMail[],
  now: number,
): Promise<void> {
  if (sessionId === null || !(await mailsBuyers(db, storeId, now))) return;
  const order = await db
    .selectFrom("orders")
    .select(["id", "store_id as storeId", "customer_email as customerEmail"])
    .where("checkout_session_id", "=", sessionId)
    .executeTakeFirst();
  if (order) await queueOrderMails(db, order, mails, now);
}

/** What the report doesn't contain stays as it was. */
function termColumns(reported: ReportedSubscription, before?: Row) {
  const or = <T>(value: T | undefined, known: T | undefined): T | null =>
    value === undefined ? (known ?? null) : value;
  return {
    currency: or(reported.currency, before?.currency),
    billing_interval: or(reported.billingInterval, before?.billing_interval),
    current_period_end: or(reported.currentPeriodEnd, before?.current_period_end),
    cancel_at: or(reported.cancelAt, before?.cancel_at),
    ended_at: or(reported.endedAt, before?.ended_at),
    trial_end: or(reported.trialEnd, before?.trial_end),
  };
}

/** The lines' JSON: as reported, or as known, or as bought. Null for a purchase that isn't known. */
async function linesAfter(
  db: Queries,
  known: string | null,
  { reportedLines, checkoutSessionId }: Pick<ReportedSubscription, "reportedLines" | "checkoutSessionId">,
): Promise<string | null> {
  if (known !== null && reportedLines === undefined) return known;
  const named = known === null ? await boughtLines(db, checkoutSessionId ?? null) : JSON.parse(known);
  const lines = reportedLines ? namedLines(reportedLines, named) : named;
  return lines.length === 0 ? null : JSON.stringify(lines);
}

async function boughtLines(db: Queries, checkoutSessionId: string | null): Promise<SubscriptionLine[]> {
  if (checkoutSessionId === null) return [];
  // Sessions are deleted after a while, and a subscription may be reported before its order is recorded.
  const { lines } =
    (await db
      .selectFrom("orders")
      .select("lines")
      .where("checkout_session_id", "=", checkoutSessionId)
      .executeTakeFirst()) ??
    (await db
      .selectFrom("checkout_sessions")
      .select("lines")
      .where("id", "=", checkoutSessionId)
      .executeTakeFirst()) ??
    {};
  return lines === undefined ? [] : linesFromColumn(lines).map(asBought);
}

/** The part of a purchase's line that a subscription keeps. */
export function asBought({
  productId,
  name,
  options,
  quantity,
  unitPriceInCents,
}: SnapshotLine): SubscriptionLine {
  return { productId, name, options, quantity, unitPriceInCents };
}

/** Records a subscription's renewal event. */
export async function recordRenewal(db: Queries, id: string, now: number): Promise<void> {
  const row = await findForUpdate(db, id);
  if (row) await recordSubscriptionEvent(db, "subscription.renewed", row, now);
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
    ...termColumns(reported),
    lines: await linesAfter(db, null, reported),
  };
}

/** Later than all others of the store, as with orders: a client that pages down to a known one misses none. */
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

export async function recordSubscriptionEvent(
  db: Queries,
  type: EventType,
  row: Row,
  now: number,
): Promise<void> {
  const { store_id: storeId } = row;
  const listeners = await listenersOf(db, storeId);
  await recordEvents(db, { storeId, listeners, now }, [
    { type, subjectId: row.id, data: subscriptionView(toSubscriptionRecord(row)) },
  ]);
}
