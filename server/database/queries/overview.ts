import { type Expression, type SelectQueryBuilder, sql } from "kysely";
import { lowStock } from "../../domain/stock.ts";
import type { Engine } from "../engines/engine.ts";
import type { Tables } from "../schema.ts";
import { bestSellers } from "./best-sellers.ts";
import {
  failedMailsOf,
  isUnsent,
  placedAt,
  unansweredDisputesOf,
  unresolvedRefundsOf,
} from "./orders/order-conditions.ts";

/** A store's sales on one day, in UTC. */
export interface DayFigures {
  /** Start of the day; milliseconds since 1970. */
  day: number;
  /** The paid orders that were placed on this day. */
  orders: number;
  /** Paid on this day in the store's currency, including renewals, in the smallest unit. Refunds aren't deducted. */
  amount: number;
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
export const maxCounted = 1000;

const dayMs = 24 * 60 * 60 * 1000;

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

  return {
    /**
     * The figures of the last days, oldest first, including days without orders.
     * @param now in milliseconds since 1970; its day is the last
     */
    async days({
      storeId,
      currency,
      days,
      now,
    }: {
      storeId: string;
      currency: string;
      days: number;
      now: number;
    }): Promise<DayFigures[]> {
      const today = Math.floor(now / dayMs);
      const first = today - days + 1;
      const paid = engine.read
        .selectFrom("order_payments")
        .where("order_payments.currency", "=", currency)
        .where("order_payments.paid_at", ">=", first * dayMs)
        .select([dayOf(paidAt), sql<number>`0`.as("orders"), "order_payments.amount"]);
      const placed = engine.read
        .selectFrom("orders")
        .where("store_id", "=", storeId)
        .where(placedAt(), ">=", first * dayMs)
        .where("payment_status", "=", "paid")
        .select([dayOf(placedAt()), sql<number>`1`.as("orders"), sql<number>`0`.as("amount")]);
      const rows = await engine.read
        .selectFrom(
          placed
            .unionAll(paid.where("order_payments.store_id", "=", storeId))
            .unionAll(paid.where("order_payments.store_id", "is", null).where(isOfOrderIn(storeId)))
            .as("figures"),
        )
        .select(["day", bigSum("orders"), bigSum("amount")])
        .groupBy("day")
        .execute();
      const byDay = new Map(rows.map((row) => [row.day, row]));
      return Array.from({ length: days }, (_, n) => {
        const { orders = 0, amount = 0 } = byDay.get(first + n) ?? {};
        return { day: (first + n) * dayMs, orders, amount };
      });
    },

    bestSellers: (period: Parameters<typeof bestSellers>[1]) => bestSellers(engine, period),

    /** What needs action in a store. */
    async needsAction(storeId: string): Promise<NeedsAction> {
      const { read } = engine;
      const orders = read.selectFrom("orders").where("store_id", "=", storeId);
      const endpoints = read.selectFrom("event_endpoints").where("store_id", "=", storeId);
      const counts = {
        failedDeliveries: read
          .selectFrom("event_deliveries")
          .where("endpoint_id", "in", endpoints.select("id"))
          .where("status", "=", "failed"),
        disabledEndpoints: endpoints.where("disabled_at", "is not", null),
        disputes: unansweredDisputesOf(storeId),
        failedRefunds: unresolvedRefundsOf(storeId),
        failedMails: failedMailsOf(storeId),
        stuckDuplicates: read
          .selectFrom("duplicate_subscriptions")
          .where("store_id", "=", storeId)
          .where("problem", "is not", null),
        pendingPayments: orders.where("payment_status", "=", "pending"),
        unsentOrders: orders.where(isUnsent()),
        lowStock: read
          .selectFrom("product_stock")
          .innerJoin("products", "products.id", "product_stock.product_id")
          .where("product_stock.store_id", "=", storeId)
          .where("product_stock.quantity", "<=", lowStock)
          .where("products.is_active", "=", 1),
      };
      return {
        failedDeliveries: await countOf(counts.failedDeliveries),
        disabledEndpoints: await countOf(counts.disabledEndpoints),
        disputes: await countOf(counts.disputes),
        failedRefunds: await countOf(counts.failedRefunds),
        failedMails: await countOf(counts.failedMails),
        stuckDuplicates: await countOf(counts.stuckDuplicates),
        pendingPayments: await countOf(counts.pendingPayments),
        unsentOrders: await countOf(counts.unsentOrders),
        lowStock: await countOf(counts.lowStock),
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

function dayOf(instant: Expression<unknown>) {
  return sql<number>`${instant} / ${sql.lit(dayMs)}`.as("day");
}

/** PostgreSQL's sum of a bigint is a numeric, which arrives as text. */
function bigSum<Name extends string>(name: Name) {
  return sql<number>`cast(sum(${sql.ref(name)}) as bigint)`.as(name);
}
