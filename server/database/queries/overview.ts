import { type Expression, type SelectQueryBuilder, type SqlBool, sql } from "kysely";
import { lowStock } from "../../domain/stock.ts";
import { dayAfter, localTime, startOfDay, utc } from "../../domain/time-zone.ts";
import type { Engine } from "../engines/engine.ts";
import type { Tables } from "../schema.ts";
import { bestSellers } from "./best-sellers.ts";
import {
  failedMailsOf,
  hasUnansweredDispute,
  hasUnresolvedRefund,
  isUnsent,
  paymentDifferencesOf,
  placedAt,
} from "./orders/order-conditions.ts";

/** A store's sales on one day of its time zone. */
export interface DayFigures {
  /** Start of the day; milliseconds since 1970. */
  day: number;
  /** The paid orders that were placed on this day. */
  orders: number;
  /** Paid on this day in the store's currency, including renewals, in the smallest unit. Refunds aren't deducted. */
  amount: number;
}

interface Days {
  storeId: string;
  currency: string;
  days: number;
  /** Milliseconds since 1970; its day is the last. */
  now: number;
  timeZone?: string;
}

/** How many items of each kind need action, counted up to `maxCounted`. */
export interface NeedsAction {
  /** Events that the merchant's server didn't accept, within the retention of events. */
  failedDeliveries: number;
  disabledEndpoints: number;
  /** Disputes that the bank wants answered. */
  disputes: number;
  /** Failed refunds that the buyer still waits for. */
  failedRefunds: number;
  /** Payments that differ from what was offered. */
  paymentDifferences: number;
  /** Mails to buyers that couldn't be delivered, within the retention of mails. */
  failedMails: number;
  /** Members' duplicate subscriptions that couldn't be cancelled and refunded. */
  stuckDuplicates: number;
  /** Orders with a pending payment. */
  pendingPayments: number;
  /** Paid orders with physical goods still to send. */
  unsentOrders: number;
  /** Products on sale of which few are left. */
  lowStock: number;
}

/** Counting stops here: the next step is a list anyway. */
const maxCounted = 1000;

export function overviewQueries(engine: Engine) {
  async function countOf<Table extends keyof Tables>(
    rows: SelectQueryBuilder<Tables, Table, object>,
  ): Promise<number> {
    const some = rows.select(sql.lit(1).as("one")).limit(maxCounted);
    const { n } = await engine.read
      .selectFrom(some.as("some"))
      .select(sql<number>`count(*)`.as("n"))
      .executeTakeFirstOrThrow();
    return n;
  }

  async function sumOf(
    column: "unanswered_disputes" | "failed_refunds",
    orders: SelectQueryBuilder<Tables, "orders", object>,
  ): Promise<number> {
    const some = orders.select(`${column} as n`).limit(maxCounted);
    const { n } = await engine.read
      .selectFrom(some.as("some"))
      .select(sql<number>`cast(coalesce(sum(n), 0) as bigint)`.as("n"))
      .executeTakeFirstOrThrow();
    return Math.min(n, maxCounted);
  }

  return {
    /** The figures of the last days, oldest first, including days without orders. */
    async days({ storeId, currency, days, now, timeZone = utc }: Days): Promise<DayFigures[]> {
      const today = localTime(now, timeZone).day;
      const starts = Array.from({ length: days + 1 }, (_, n) => {
        return startOfDay(dayAfter(today, n - days + 1), timeZone) ?? now;
      });
      const periods = starts.slice(0, -1).map((start, n) => ({ start, end: starts[n + 1] ?? now }));
      // A look-up per day: grouping the rows of all days by day would sort them.
      const list = sql<{
        column1: number;
      }>`(values ${sql.join(periods.map(({ start, end }) => sql`(cast(${start} as bigint), cast(${end} as bigint))`))})`;
      // Sums, since SQLite compares a column of this list only after converting what an index has.
      const ofDay = (instant: Expression<unknown>) =>
        sql<SqlBool>`${instant} >= column1 + 0 and ${instant} < column2 + 0`;
      const { read } = engine;
      const paid = read
        .selectFrom("order_payments")
        .where("order_payments.currency", "=", currency)
        .where(ofDay(paidAt))
        .select(sql<number>`cast(coalesce(sum(amount), 0) as bigint)`.as("amount"));
      const placed = read
        .selectFrom("orders")
        .where("store_id", "=", storeId)
        .where(ofDay(placedAt()))
        .where("payment_status", "=", "paid")
        .select(sql<number>`count(*)`.as("orders"));
      const rows = await read
        .selectFrom(list.as("days"))
        .select([
          "column1 as day",
          placed.as("orders"),
          paid.where("order_payments.store_id", "=", storeId).as("amount"),
          paid.where("order_payments.store_id", "is", null).where(isOfOrderIn(storeId)).as("unassigned"),
        ])
        .execute();
      return rows.map(({ day, orders, amount, unassigned }) => ({
        day,
        orders: orders ?? 0,
        amount: (amount ?? 0) + (unassigned ?? 0),
      }));
    },

    bestSellers: (period: Parameters<typeof bestSellers>[1]) => bestSellers(engine, period),

    /** What needs action in a store. */
    async needsAction(storeId: string): Promise<NeedsAction> {
      const { read } = engine;
      const orders = read.selectFrom("orders").where("store_id", "=", storeId);
      const endpoints = read.selectFrom("event_endpoints").where("store_id", "=", storeId);
      return {
        failedDeliveries: await countOf(
          read
            .selectFrom("event_deliveries")
            .where("endpoint_id", "in", endpoints.select("id"))
            .where("status", "=", "failed"),
        ),
        disabledEndpoints: await countOf(endpoints.where("disabled_at", "is not", null)),
        disputes: await sumOf("unanswered_disputes", orders.where(hasUnansweredDispute())),
        failedRefunds: await sumOf("failed_refunds", orders.where(hasUnresolvedRefund())),
        paymentDifferences: await countOf(paymentDifferencesOf(storeId)),
        failedMails: await countOf(failedMailsOf(storeId)),
        stuckDuplicates: await countOf(
          read
            .selectFrom("duplicate_subscriptions")
            .where("store_id", "=", storeId)
            .where("problem", "is not", null),
        ),
        pendingPayments: await countOf(orders.where("payment_status", "=", "pending")),
        unsentOrders: await countOf(orders.where(isUnsent())),
        lowStock: await countOf(
          read
            .selectFrom("product_stock")
            .innerJoin("products", "products.id", "product_stock.product_id")
            .where("product_stock.store_id", "=", storeId)
            .where("product_stock.quantity", "<=", lowStock)
            .where("products.is_active", "=", 1),
        ),
      };
    },
  };
}

const paidAt = sql.ref("order_payments.paid_at");

/** For payments that a server of an older version recorded without the store, during an upgrade. */
function isOfOrderIn(storeId: string) {
  return sql<boolean>`
    (select store_id from orders where orders.id = order_payments.order_id) = ${storeId}`;
}
