import { sql } from "kysely";
import type { Actor } from "../../../domain/actor.ts";
import type { Amounts } from "../../../domain/amounts.ts";
import { firstValues } from "../../../domain/audit.ts";
import type { SnapshotLine } from "../../../domain/checkout.ts";
import type { Clock } from "../../../domain/clock.ts";
import { conflict } from "../../../domain/error-codes.ts";
import type { Payment } from "../../../domain/order.ts";
import {
  type NewPrice,
  type PriceChange,
  withConfirmation,
  withRequest,
} from "../../../domain/renewal-prices.ts";
import type { CancelAt, ReportedSubscription, SubscriptionRecord } from "../../../domain/subscription.ts";
import { liveStatuses, overdueStatuses } from "../../../domain/subscription-state.ts";
import type { Engine } from "../../engines/engine.ts";
import type { Queries } from "../../engines/queries.ts";
import { recordChange } from "../audit/record-change.ts";
import { idsOf } from "../ids-of.ts";
import { recordPayments } from "../orders/record-payments.ts";
import { amountsFromColumns, linesFromColumn } from "../purchase-columns.ts";
import { type CustomerOwner, keepCustomer } from "./customers.ts";
import {
  type HeldSubscription,
  heldSubscriptions,
  type MemberOfStore,
  productsHad,
  productsOf,
} from "./held-subscriptions.ts";
import { readEveryMs } from "./read-interval.ts";
import { asBought, recordRenewal, recordSubscriptionEvent, saveSubscription } from "./save-subscription.ts";
import { toSubscriptionRecord } from "./subscription.ts";

export interface SubscriptionList {
  storeId: string;
  /** At most 100, which is also the default. */
  limit?: number | undefined;
  /** The last subscription of the previous page. */
  after?: string | undefined;
  onlyLive?: boolean | undefined;
  memberId?: string | undefined;
  /** The provider's status. */
  status?: string | undefined;
}

export interface SubscriptionAddress {
  storeId: string;
  /** The provider's `sub_…`. */
  subscriptionId: string;
}

/** A subscription with the known details of its first order, whose lines it has until the provider reports others. */
export interface ListedSubscription extends SubscriptionRecord {
  orderId: string | null;
  customerEmail: string | null;
}

export interface SubscriptionCounts {
  live: number;
  /** Members with a live subscription. */
  members: number;
  overdue: number;
}

export interface RenewedSubscription {
  id: string;
  /** Our id. */
  checkoutSessionId: string;
}

/** What a subscription's renewals should cost. */
export interface RenewalTerms {
  storeId: string;
  orderId: string;
  account: string | null;
  currency: string;
  /** As bought. */
  lines: SnapshotLine[];
  /** Of the purchase. */
  amounts: Amounts | null;
  /** Of the prices, since then. */
  changes: PriceChange[];
  /** The provider's ids of the invoices that were paid by a payment. */
  paidInvoices: string[];
}

const maxPerPage = 100;

async function changePrices(
  db: Queries,
  id: string,
  change: (changes: PriceChange[]) => PriceChange[],
): Promise<void> {
  const row = await db
    .selectFrom("subscriptions")
    .select("price_changes")
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) return;
  const before = priceChangesOf(row);
  const after = change(before);
  if (after === before) return;
  await db
    .updateTable("subscriptions")
    .set({ price_changes: JSON.stringify(after) })
    .where("id", "=", id)
    .execute();
}

function priceChangesOf({ price_changes: changes }: { price_changes: string | null }): PriceChange[] {
  return changes === null ? [] : JSON.parse(changes);
}

export function subscriptionQueries(engine: Engine, clock: Clock) {
  const selected = () => engine.read.selectFrom("subscriptions").selectAll();

  async function find(id: string): Promise<SubscriptionRecord | undefined> {
    const row = await selected().where("id", "=", id).executeTakeFirst();
    return row && toSubscriptionRecord(row);
  }

  return {
    save: (subscription: ReportedSubscription) =>
      engine.write((db) => saveSubscription(db, subscription, clock())),

    /**
     * Also saves the payments of each of its invoices, oldest first. Known payments are left unchanged.
     * @returns the invoices with a new payment that is a renewal
     */
    saveWithPayments: <Invoice extends { payments: Payment[] }>(
      subscription: ReportedSubscription,
      invoices: Invoice[],
    ): Promise<Invoice[]> =>
      engine.write(async (db) => {
        await saveSubscription(db, subscription, clock());
        const { account, checkoutSessionId } = subscription;
        if (!checkoutSessionId) return [];
        const renewals: Invoice[] = [];
        for (const invoice of invoices) {
          const sale = { checkoutSessionId, account };
          if (!(await recordPayments(db, sale, invoice.payments, clock()))) continue;
          await recordRenewal(db, subscription.id, clock());
          renewals.push(invoice);
        }
        return renewals;
      }),

    find,

    /** The member's known live subscriptions in the store. */
    async listLive({ storeId, memberId }: MemberOfStore): Promise<SubscriptionRecord[]> {
      const rows = await selected()
        .where("store_id", "=", storeId)
        .where("member_id", "=", memberId)
        .where("status", "in", liveStatuses)
        .orderBy("id")
        .execute();
      return rows.map(toSubscriptionRecord);
    },

    /** A member's subscriptions with their products; see `heldSubscriptions`. */
    held: (member: MemberOfStore): Promise<HeldSubscription[]> => heldSubscriptions(engine.read, member),

    /**
     * The live subscriptions to a product, except duplicates that are to be cancelled, by id.
     * @param after the last subscription of the previous page
     */
    async liveOf(storeId: string, productId: string, after = ""): Promise<SubscriptionRecord[]> {
      const rows = await engine.read
        .selectFrom("subscriptions")
        .innerJoin("orders", "orders.checkout_session_id", "subscriptions.checkout_session_id")
        .leftJoin("duplicate_subscriptions", "duplicate_subscriptions.subscription_id", "subscriptions.id")
        .selectAll("subscriptions")
        .select("orders.lines as ordered")
        .where("subscriptions.store_id", "=", storeId)
        .where("subscriptions.status", "in", liveStatuses)
        .where("subscriptions.id", ">", after)
        .where("duplicate_subscriptions.subscription_id", "is", null)
        .orderBy("subscriptions.id")
        .execute();
      return rows.filter(({ ordered }) => productsOf(ordered).includes(productId)).map(toSubscriptionRecord);
    },

    /** Records that a subscription is to have another price, before the provider is asked. */
    async requestPrice(
      { id, storeId }: Pick<SubscriptionRecord, "id" | "storeId">,
      { from, ...price }: NewPrice & { from: number | null },
      by: Actor,
    ): Promise<void> {
      const change = {
        storeId,
        action: "subscription.price_change_requested",
        objectId: id,
        changes: { priceInCents: { from, to: price.priceInCents } },
      } as const;
      await engine.write(async (db) => {
        await changePrices(db, id, (changes) => withRequest(changes, price));
        await recordChange(db, by, change, clock());
      });
    },

    /** Records that a subscription is to be cancelled, before the provider is asked. */
    requestCancellation: (
      { id: objectId, storeId }: Pick<SubscriptionRecord, "id" | "storeId">,
      at: CancelAt,
      by: Actor,
    ): Promise<void> => {
      const action = "subscription.cancellation_requested";
      const change = { storeId, action, objectId, changes: firstValues({ at }) } as const;
      return engine.write((db) => recordChange(db, by, change, clock()));
    },

    /** Records that a subscription has this price at the provider. */
    confirmPrice: ({ id }: Pick<SubscriptionRecord, "id">, price: NewPrice): Promise<void> =>
      engine.write((db) => changePrices(db, id, (changes) => withConfirmation(changes, price))),

    /** What a subscription's renewals should cost; undefined without a known order. */
    async renewalTerms({ id, checkoutSessionId }: RenewedSubscription): Promise<RenewalTerms | undefined> {
      const row = await engine.read
        .selectFrom("orders")
        .leftJoin("subscriptions", (join) => join.on("subscriptions.id", "=", id))
        .select(["orders.id as order_id", "orders.store_id", "orders.account", "orders.lines"])
        .select(["orders.currency", "subscriptions.price_changes"])
        .select(["amount_subtotal", "amount_discount", "amount_shipping", "amount_tax", "amount_total"])
        .where("orders.checkout_session_id", "=", checkoutSessionId)
        .executeTakeFirst();
      if (!row) return undefined;
      const paid = await engine.read
        .selectFrom("order_payments")
        .select("invoice_id")
        .where("order_id", "=", row.order_id)
        .execute();
      return {
        storeId: row.store_id,
        orderId: row.order_id,
        account: row.account,
        currency: row.currency,
        lines: linesFromColumn(row.lines),
        amounts: amountsFromColumns(row),
        changes: priceChangesOf(row),
        paidInvoices: paid.flatMap(({ invoice_id: invoiceId }) => invoiceId ?? []),
      };
    },

    /** The products that a member has subscribed to, also in the past. */
    productsHad: (member: MemberOfStore): Promise<Set<string>> => productsHad(engine.read, member),

    /** All known subscriptions of the store. */
    async list(storeId: string): Promise<SubscriptionRecord[]> {
      const rows = await selected().where("store_id", "=", storeId).orderBy("id").execute();
      return rows.map(toSubscriptionRecord);
    },

    /** By id; undefined when unknown or another store's. */
    async findOfStore(address: SubscriptionAddress): Promise<SubscriptionRecord | undefined> {
      const subscription = await find(address.subscriptionId);
      return subscription?.storeId === address.storeId ? subscription : undefined;
    },

    /**
     * Most recently recorded first, with each one's first order. Undefined when the store has no subscription
     * `after`.
     */
    async page({ storeId, limit = maxPerPage, after, onlyLive, memberId, status }: SubscriptionList) {
      let rows = engine.read
        .selectFrom("subscriptions")
        .leftJoin("orders", (join) =>
          join
            .onRef("orders.checkout_session_id", "=", "subscriptions.checkout_session_id")
            .onRef("orders.store_id", "=", "subscriptions.store_id"),
        )
        .selectAll("subscriptions")
        .select(["orders.id as order_id", "orders.customer_email", "orders.lines as ordered"])
        .where("subscriptions.store_id", "=", storeId)
        .orderBy("subscriptions.recorded_at", "desc")
        .orderBy("subscriptions.id", "desc")
        .limit(limit + 1);
      if (after !== undefined) {
        const last = await engine.read
          .selectFrom("subscriptions")
          .select(["id", "recorded_at"])
          .where("id", "=", after)
          .where("store_id", "=", storeId)
          .executeTakeFirst();
        if (!last) return undefined;
        rows = rows.where(
          sql<boolean>`(subscriptions.recorded_at, subscriptions.id) < (${last.recorded_at}, ${last.id})`,
        );
      }
      if (memberId !== undefined) rows = rows.where("subscriptions.member_id", "=", memberId);
      if (status !== undefined) rows = rows.where("subscriptions.status", "=", status);
      if (onlyLive) rows = rows.where("subscriptions.status", "in", liveStatuses);
      const found = await rows.execute();
      const subscriptions = found.slice(0, limit).map((row): ListedSubscription => {
        const subscription = toSubscriptionRecord(row);
        const ordered = row.ordered === null ? [] : linesFromColumn(row.ordered);
        return {
          ...subscription,
          orderId: row.order_id,
          customerEmail: row.customer_email,
          lines: subscription.lines.length > 0 ? subscription.lines : ordered.map(asBought),
        };
      });
      return { subscriptions, hasMore: found.length > limit };
    },

    /**
     * Claims live subscriptions due to be read, the most overdue first. A subscription whose read isn't
     * reported becomes due again after `retryMs`.
     */
    async claimToRead({ now, limit, retryMs }: { now: number; limit: number; retryMs: number }) {
      return engine.write(async (db) => {
        const rows = await db
          .selectFrom("subscriptions")
          .selectAll()
          .where("status", "in", liveStatuses)
          .where((eb) => eb.or([eb("read_due_at", "is", null), eb("read_due_at", "<=", now)]))
          .orderBy("read_due_at", (order) => order.asc().nullsFirst())
          .orderBy("id")
          .limit(limit)
          .forUpdate()
          .skipLocked()
          .execute();
        if (rows.length > 0) {
          const due = { read_due_at: now + retryMs };
          await db.updateTable("subscriptions").set(due).where("id", "in", idsOf(rows)).execute();
        }
        return rows.map(toSubscriptionRecord);
      });
    },

    /** Records that a subscription was read now. */
    async finishReading(id: string, now: number): Promise<void> {
      await engine.writeOne((db) =>
        db
          .updateTable("subscriptions")
          .set({ read_at: now, read_due_at: now + readEveryMs })
          .where("id", "=", id)
          .execute(),
      );
    },

    /** When the live subscription that has waited longest was last read, or when it began; undefined if none is live. */
    async readLongestAgo(): Promise<number | undefined> {
      const { oldest } = await engine.read
        .selectFrom("subscriptions")
        .where("status", "in", liveStatuses)
        .select((eb) => eb.fn.min<number | null>(eb.fn.coalesce("read_at", "asked_at")).as("oldest"))
        .executeTakeFirstOrThrow();
      return oldest ?? undefined;
    },

    async counts(storeId: string): Promise<SubscriptionCounts> {
      const isLiveRow = sql`status in (${sql.join(liveStatuses)})`;
      const isOverdueRow = sql`status in (${sql.join(overdueStatuses)})`;
      return engine.read
        .selectFrom("subscriptions")
        .select([
          sql<number>`count(case when ${isLiveRow} then 1 end)`.as("live"),
          sql<number>`count(distinct case when ${isLiveRow} then member_id end)`.as("members"),
          sql<number>`count(case when ${isOverdueRow} then 1 end)`.as("overdue"),
        ])
        .where("store_id", "=", storeId)
        .executeTakeFirstOrThrow();
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
     * Gives a guest's subscription to a member. Its customer becomes the member's if the member has none on
     * that account. Undefined when the store has no such subscription.
     * @throws CONFLICT when it is another member's
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
          throw conflict(`The subscription ${id} belongs to another member.`);
        }
        await db.updateTable("subscriptions").set({ member_id: memberId }).where("id", "=", id).execute();
        const subscription = toSubscriptionRecord({ ...row, member_id: memberId });
        const { account, customerId } = subscription;
        const owner = { storeId, memberId, account };
        const memberCustomerId = await keepCustomer(db, owner, { customerId, now: clock() });
        // The trail is permanent, so it doesn't name the member.
        if (row.member_id === null) {
          const change = { storeId, action: "subscription.attached", objectId: id, changes: {} } as const;
          await recordChange(db, by, change, clock());
          await recordSubscriptionEvent(db, "subscription.changed", { ...row, member_id: memberId }, clock());
        }
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
  /** The member's customer on that account. A portal shows one customer, so it can't show another's subscriptions. */
  memberCustomerId: string;
}
