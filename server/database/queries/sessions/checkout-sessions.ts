import { sql } from "kysely";
import type { Amounts } from "../../../domain/amounts.ts";
import { type CartLine, withoutBought } from "../../../domain/cart.ts";
import type { Mode } from "../../../domain/checkout.ts";
import { type CheckoutSessionRecord, noBuyer } from "../../../domain/checkout-session.ts";
import type { Clock } from "../../../domain/clock.ts";
import { chosenRate, type ShippingChoice } from "../../../domain/offers.ts";
import type { Payment } from "../../../domain/order.ts";
import type { PaidDifference } from "../../../domain/paid-difference.ts";
import type { BuyerDetails } from "../../../domain/sale.ts";
import { mayFollow, outcomeOf, type SessionState, unsettledStates } from "../../../domain/session-state.ts";
import type { StockLine } from "../../../domain/stock.ts";
import type { SubscriptionRecord } from "../../../domain/subscription.ts";
import { liveStatuses } from "../../../domain/subscription-state.ts";
import { checkoutSessionView } from "../../../views/checkout-session-view.ts";
import type { Cache } from "../../cache.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import type { CheckoutSessionRow } from "../../schema.ts";
import type { MemberOfStore } from "../buyers/held-subscriptions.ts";
import { recordDuplicates } from "../buyers/record-duplicates.ts";
import { saveSubscription } from "../buyers/save-subscription.ts";
import { camelCased } from "../camel-case.ts";
import { listenersOf, recordEvents } from "../events/record-events.ts";
import { recordDifferenceAtCheckout } from "../orders/payment-differences.ts";
import { saveOrder } from "../orders/save-order.ts";
import {
  amountsFromColumns,
  linesFromColumn,
  metadataFromColumn,
  purchaseColumns,
  rateFromColumn,
} from "../purchase-columns.ts";
import { settleStock } from "../stock/settle-stock.ts";
import { reserveStock, stockColumns } from "../stock/stock.ts";
import { matches } from "./session-conditions.ts";

/** A session's outcome as reported by the provider. */
export interface Outcome extends SessionState, BuyerDetails {
  url: string | null;
  /** When the buyer completed it, by the provider's clock; null before that, or if the provider doesn't report it. */
  completedAt: number | null;
  /** The provider's `pi_…`, if any. */
  paymentId: string | null;
  /** The total paid, in the currency's smallest unit; null until it is paid. */
  paid: { amount: number; currency: string } | null;
  /** What it cost; null until it is complete, or if the provider doesn't report it. */
  amounts: Amounts | null;
  /** Null until it is complete, and without rates to choose from. */
  shippingChoice: ShippingChoice | null;
  /** The provider's promotion codes (`promo_…`) that the buyer entered; null for a discount without a code. */
  appliedCodes: (string | null)[];
  /** The payments behind it; empty for free purchases. */
  payments: Payment[];
  subscription?: Pick<SubscriptionRecord, "id" | "customerId" | "status" | "fetchedAt" | "createdAt">;
}

interface SessionAddress {
  storeId: string;
  /** Our id or the provider's. */
  sessionId: string;
}

/** A session before and after a provider's answer; both are equal when nothing changed. */
export interface Settling {
  before: CheckoutSessionRecord;
  after: CheckoutSessionRecord;
  /** Once, when the session becomes paid: how the payment differs from what the session offered. */
  difference?: PaidDifference | undefined;
}

export function checkoutSessionQueries(engine: Engine, clock: Clock, cache: Pick<Cache, "bumpRevision">) {
  const select = (db: Queries, storeId: string) => selected(db).where("store_id", "=", storeId);

  return {
    /**
     * Records a session. Returns the cart's other sessions that can still be paid, or whose purchases haven't
     * yet been removed from the cart. If two are recorded at once, one sees the other. Reserves counted products.
     * @throws CONFLICT if there is too little of a product
     */
    async begin(session: CheckoutSessionRecord): Promise<CheckoutSessionRecord[]> {
      return engine.write(async (db) => {
        await lockCart(db, session.cartId);
        const older = await select(db, session.storeId)
          .where("cart_id", "=", session.cartId)
          .where((eb) => eb.or([matches(unsettledStates.open), matches(unsettledStates.withoutOrder)]))
          .execute();
        const own = older
          .filter(({ stock_state: state }) => state === "reserved")
          .flatMap(({ stock_lines: lines }) => JSON.parse(lines ?? "[]") as StockLine[]);
        const reserved = await reserveStock(db, session.lines, own);
        await db
          .insertInto("checkout_sessions")
          .values({ ...toRow(session), ...stockColumns(reserved), ...untouched })
          .execute();
        if (reserved.length > 0) await cache.bumpRevision(db, [session.storeId]);
        return older.map(toRecord);
      });
    },

    /** By our id or the provider's; undefined when unknown or another store's. */
    async find({ storeId, sessionId }: SessionAddress): Promise<CheckoutSessionRecord | undefined> {
      const row = await select(engine.read, storeId)
        .where((eb) => eb.or([eb("id", "=", sessionId), eb("provider_id", "=", sessionId)]))
        .executeTakeFirst();
      return row && toRecord(row);
    },

    /** The open sessions in which a member can buy a subscription. */
    async openSubscriptions({ storeId, memberId }: MemberOfStore): Promise<CheckoutSessionRecord[]> {
      const rows = await select(engine.read, storeId)
        .where("member_id", "=", memberId)
        .where("status", "=", sql.lit("open"))
        .where("mode", "=", "subscription")
        .orderBy("id")
        .execute();
      return rows.map(toRecord);
    },

    /** Members with such a session and a subscription, in stores that don't allow repeat subscriptions. */
    async membersWithOpenSubscriptions(limit: number): Promise<MemberOfStore[]> {
      const rows = await engine.read
        .selectFrom("checkout_sessions")
        .innerJoin("stores", "stores.id", "checkout_sessions.store_id")
        .innerJoin("subscriptions", (join) =>
          join
            .onRef("subscriptions.store_id", "=", "checkout_sessions.store_id")
            .onRef("subscriptions.member_id", "=", "checkout_sessions.member_id"),
        )
        .select(["checkout_sessions.store_id", "checkout_sessions.member_id"])
        .distinct()
        .where("checkout_sessions.status", "=", sql.lit("open"))
        .where("checkout_sessions.member_id", "is not", null)
        .where("checkout_sessions.mode", "=", "subscription")
        .where("stores.allows_repeat_subscriptions", "=", 0)
        .where("subscriptions.status", "in", [...liveStatuses, "incomplete"])
        .orderBy("checkout_sessions.store_id")
        .orderBy("checkout_sessions.member_id")
        .limit(limit)
        .execute();
      return rows.flatMap(({ store_id: storeId, member_id: memberId }) =>
        memberId === null ? [] : [{ storeId, memberId }],
      );
    },

    /** For a provider that lost its sessions: the development stand-in after a restart. */
    async expireAllOpen(): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("checkout_sessions")
          .set({ status: "expired", url: null })
          .where("status", "=", "open")
          .execute(),
      );
    },

    /** Stores the provider's answer to the creation; false when the session has ended meanwhile, or is to be closed. */
    async opened(
      id: string,
      { providerId, url, expiresAt }: { providerId: string; url: string; expiresAt: number },
    ): Promise<boolean> {
      return engine.writeOne(async (db) => {
        const { numUpdatedRows } = await db
          .updateTable("checkout_sessions")
          .set({ provider_id: providerId, url, expires_at: expiresAt })
          .where("id", "=", id)
          .where("status", "=", "open")
          .where("close_due_at", "is", null)
          .executeTakeFirst();
        return numUpdatedRows > 0n;
      });
    },

    /** Expires a session unless it has a page at the provider by now. Returns its state. */
    async endUnopened(id: string): Promise<CheckoutSessionRecord> {
      return engine.write(async (db) => {
        await db
          .updateTable("checkout_sessions")
          .set({ status: "expired" })
          .where("id", "=", id)
          .where("status", "=", "open")
          .where("provider_id", "is", null)
          .execute();
        const row = await selected(db).where("id", "=", id).executeTakeFirstOrThrow();
        if (await settleStock(db, [row], clock())) await cache.bumpRevision(db, [row.store_id]);
        return toRecord(row);
      });
    },

    /** The session of a provider's object, found by the provider's id or by our id in the object's metadata. */
    async findOfProvider(
      providerId: string,
      ownId: string | null,
    ): Promise<CheckoutSessionRecord | undefined> {
      const row = await selected(engine.read)
        .where((eb) => eb.or([eb("provider_id", "=", providerId), eb("id", "=", ownId ?? "")]))
        .executeTakeFirst();
      return row && toRecord(row);
    },

    /** `settleSession` in its own transaction. */
    settle: (id: string, outcome: Outcome, now: number) =>
      engine.write((db) => settleSession(db, id, outcome, now, cache)),

    /** `settleSession` as part of a transaction. */
    settleWithin: (db: Queries, id: string, outcome: Outcome, now: number) =>
      settleSession(db, id, outcome, now, cache),
  };
}

function selected(db: Queries) {
  return db.selectFrom("checkout_sessions").selectAll();
}

/**
 * Stores a session's outcome and its consequences in one transaction, however often it is reported; a session never goes
 * back. A complete session gets its order, paid or not, and its products leave the cart.
 */
async function settleSession(
  db: Queries,
  id: string,
  outcome: Outcome,
  now: number,
  cache: Pick<Cache, "bumpRevision">,
): Promise<Settling | undefined> {
  const row = await selected(db).where("id", "=", id).forUpdate().executeTakeFirst();
  if (!row) return undefined;
  const before = toRecord(row);
  // An agent's session has one payment for each attempt. What an earlier one came to nothing with says nothing about the next.
  const isOfEarlier = outcome.paymentId !== null && outcome.paymentId !== row.provider_id;
  if (row.agent !== null && isOfEarlier && outcome.status !== "complete") return { before, after: before };
  if (!mayFollow(before, outcome)) return { before, after: before };
  const { subscription, paymentId, paid, payments, appliedCodes, shippingChoice, ...reported } = outcome;
  const after: CheckoutSessionRecord = {
    ...before,
    ...reported,
    // An erased buyer's details aren't restored.
    ...(row.erased_at !== null && noBuyer),
    amounts: reported.amounts ?? before.amounts,
    shippingRate: chosenRate(before.offers, shippingChoice) ?? before.shippingRate,
    completedAt:
      reported.status === "complete"
        ? (before.completedAt ?? reported.completedAt ?? Math.min(now, before.expiresAt))
        : null,
  };
  await db.updateTable("checkout_sessions").set(toRow(after)).where("id", "=", id).execute();
  if (before.status !== "expired" && after.status === "expired") await recordExpiry(db, [after], now);
  // Saved before the order, whose events name the subscription.
  if (reported.status === "complete" && subscription) {
    const { storeId, memberId, account } = after;
    const sold = { ...subscription, storeId, memberId, account, checkoutSessionId: id };
    await saveSubscription(db, sold, now);
  }
  if (after.status === "complete") {
    const isNew = await saveOrder(db, after, { paymentId, paid, payments }, now);
    if (isNew) await takeFromCart(db, after);
    const isFirstPayment = after.paymentOutcome === "paid" && before.paymentOutcome !== "paid";
    if (after.mode === "subscription" && isFirstPayment) {
      await recordDuplicates(db, { ...after, checkoutSessionId: id }, now);
    }
  }
  const difference = await recordDifferenceAtCheckout(db, { before, after }, { paid, appliedCodes }, now);
  // Last: products and the revision are locked after everything else, in every transaction.
  if (await settleStock(db, [{ ...row, ...toRow(after) }], now)) {
    await cache.bumpRevision(db, [row.store_id]);
  }
  return { before, after, difference };
}

/** Records events for the expiry of these sessions. */
export async function recordExpiry(
  db: Queries,
  sessions: CheckoutSessionRecord[],
  now: number,
): Promise<void> {
  for (const [storeId, own] of Map.groupBy(sessions, (session) => session.storeId)) {
    const happened = own.map((session) => ({
      type: "checkout.expired" as const,
      subjectId: session.id,
      data: checkoutSessionView(session),
    }));
    await recordEvents(db, { storeId, listeners: await listenersOf(db, storeId), now }, happened);
  }
}

/** The columns that others set later. */
export const untouched = { checked_at: null, erased_at: null, close_due_at: null, agent_state: null };

async function lockCart(db: Queries, cartId: string): Promise<{ lines: string } | undefined> {
  return db.selectFrom("carts").select("lines").where("id", "=", cartId).forUpdate().executeTakeFirst();
}

async function takeFromCart(db: Queries, session: CheckoutSessionRecord): Promise<void> {
  const cart = await lockCart(db, session.cartId);
  if (!cart) return;
  const left = withoutBought(JSON.parse(cart.lines) as CartLine[], session.lines);
  await db
    .updateTable("carts")
    .set({ lines: JSON.stringify(left) })
    .where("id", "=", session.cartId)
    .execute();
}

export function toRecord(row: CheckoutSessionRow): CheckoutSessionRecord {
  const status = row.status as CheckoutSessionRecord["status"];
  const paymentStatus = row.payment_status as CheckoutSessionRecord["paymentStatus"];
  const stored = row.payment_outcome as CheckoutSessionRecord["paymentOutcome"];
  return {
    ...camelCased(row, "id", "store_id", "cart_id", "provider_id", "total", "currency", "member_id"),
    ...camelCased(row, "customer_email", "customer_name", "customer_phone", "locale", "url"),
    ...camelCased(row, "created_at", "expires_at", "completed_at", "account"),
    ...{ status, paymentStatus },
    paymentOutcome: outcomeOf({ status, paymentStatus, paymentOutcome: stored }),
    mode: row.mode as Mode,
    lines: linesFromColumn(row.lines),
    amounts: amountsFromColumns(row),
    shippingRate: rateFromColumn(row.shipping_rate),
    offers: row.offers === null ? null : JSON.parse(row.offers),
    shippingAddress: row.shipping_address === null ? null : JSON.parse(row.shipping_address),
    metadata: metadataFromColumn(row.metadata),
    ...(row.agent !== null && { agent: row.agent }),
  };
}

export function toRow(
  session: CheckoutSessionRecord,
): Omit<
  CheckoutSessionRow,
  "checked_at" | "erased_at" | "close_due_at" | "stock_lines" | "stock_state" | "agent_state"
> {
  return {
    ...purchaseColumns(session),
    id: session.id,
    provider_id: session.providerId,
    status: session.status,
    payment_status: session.paymentStatus,
    payment_outcome: session.paymentOutcome,
    mode: session.mode,
    offers: session.offers === null ? null : JSON.stringify(session.offers),
    url: session.url,
    created_at: session.createdAt,
    expires_at: session.expiresAt,
    completed_at: session.completedAt,
  };
}
