import { sql } from "kysely";
import { backfill, change, index, type OldTables, type Step } from "./steps.ts";

/**
 * Outcomes of payments that take days, shipping addresses, the payments of each order, and disputes. Every new column
 * is optional, so that the previous version keeps working.
 */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("stores").addColumn("ships_to", "text").execute();
  }),
  change(extendCheckoutSessions),
  backfill({ table: "checkout_sessions", key: "id", fill: fillOutcomes }),
  index({
    name: "checkout_sessions_to_settle",
    table: "checkout_sessions",
    definition: sql`(status, payment_outcome, checked_at)`,
  }),
  change(extendOrders),
  change(extendRefunds),
  change(createTables),
  backfill({ table: "orders", key: "id", fill: fillPayments }),
];

async function extendCheckoutSessions(db: OldTables): Promise<void> {
  for (const column of ["payment_outcome", "customer_name", "customer_phone", "shipping_address"]) {
    await db.schema.alterTable("checkout_sessions").addColumn(column, "text").execute();
  }
}

async function fillOutcomes(db: OldTables, ids: string[]): Promise<void> {
  await sql`
    update checkout_sessions set payment_outcome = 'paid'
    where status = 'complete' and payment_status <> 'unpaid' and id in (${sql.join(ids)})
  `.execute(db);
}

async function extendOrders(db: OldTables): Promise<void> {
  // Previous versions created an order only when it was paid.
  await db.schema
    .alterTable("orders")
    .addColumn("payment_status", "text", (c) => c.notNull().defaultTo("paid"))
    .execute();
  await db.schema.alterTable("orders").addColumn("paid_amount", "bigint").execute();
  for (const column of ["paid_currency", "customer_name", "customer_phone", "shipping_address"]) {
    await db.schema.alterTable("orders").addColumn(column, "text").execute();
  }
}

async function extendRefunds(db: OldTables): Promise<void> {
  await db.schema
    .alterTable("refunds")
    .addColumn("asked_at", "bigint", (c) => c.notNull().defaultTo(0))
    .execute();
}

async function createTables(db: OldTables): Promise<void> {
  await db.schema
    .createTable("order_payments")
    .addColumn("payment_id", "text", (c) => c.primaryKey())
    .addColumn("order_id", "text", (c) => c.notNull().references("orders.id"))
    .addColumn("account", "text")
    .addColumn("invoice_id", "text")
    .addColumn("amount", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("paid_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("order_payments_of_order").on("order_payments").column("order_id").execute();
  await db.schema
    .createTable("disputes")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("payment_id", "text", (c) => c.notNull())
    .addColumn("account", "text")
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("amount", "bigint", (c) => c.notNull())
    .addColumn("currency", "text", (c) => c.notNull())
    .addColumn("opened_at", "bigint", (c) => c.notNull())
    .addColumn("asked_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema.createIndex("disputes_of_payment").on("disputes").column("payment_id").execute();
}

async function fillPayments(db: OldTables, orderIds: string[]): Promise<void> {
  await sql`
    insert into order_payments (payment_id, order_id, account, amount, currency, paid_at)
    select payment_id, min(id), min(account), min(total), min(currency), min(created_at)
    from orders where payment_id is not null and id in (${sql.join(orderIds)}) group by payment_id
    on conflict do nothing
  `.execute(db);
}
