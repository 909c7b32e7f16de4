import { type RawBuilder, sql } from "kysely";
import type { OldTables } from "../steps.ts";

const payments = sql`order_payments as paid`;
const ofOrder = sql`paid.order_id = orders.id`;

// By payment: with a status to look for, SQLite would read all disputes that have it.
const disputes = (statuses: string) => sql`
    select nullif(sum(case when disputes.status in (${sql.raw(statuses)}) then 1 else 0 end), 0)
    from ${payments} join disputes on disputes.payment_id = paid.payment_id where ${ofOrder}`;

/** Whether the refund `again` makes up for the refund `failed`. */
const byAmount = sql`again.amount >= failed.amount`;

/** An update of the order of a new row, if the order has refunds or disputes, since most have none. */
const setStates = (isMadeAgain: RawBuilder<unknown>) => sql`
    update orders set
      refund_state = (
        select case
          when coalesce(max(refunds.refunded), 0) = 0 then null
          when sum(case when coalesce(refunds.refunded, 0) < paid.amount then 1 else 0 end) > 0 then 'partial'
          else 'full' end
        from ${payments} left join refunds on refunds.payment_id = paid.payment_id where ${ofOrder}
      ),
      failed_refunds = (
        select nullif(count(*), 0)
        from ${payments} join payment_refunds as failed on failed.payment_id = paid.payment_id
        where ${ofOrder} and failed.status = 'failed' and failed.resolved_at is null and not exists (
          select 1 from payment_refunds as again where again.payment_id = failed.payment_id
            and again.created_at >= failed.created_at and ${isMadeAgain} and again.status <> 'failed'
        )
      ),
      unanswered_disputes = (${disputes("'needs_response', 'warning_needs_response', 'appeal_needs_response'")}),
      lost_disputes = (${disputes("'lost'")})
    where orders.id = (select order_id from order_payments where payment_id = new.payment_id) and exists (
      select 1 from ${payments} where ${ofOrder} and (
        exists (select 1 from refunds where refunds.payment_id = paid.payment_id)
        or exists (select 1 from payment_refunds where payment_refunds.payment_id = paid.payment_id)
        or exists (select 1 from disputes where disputes.payment_id = paid.payment_id)
      )
    )`;

/** The tables with triggers, and what fires them. */
const triggers = [
  ["order_payments", ["insert"]],
  ["refunds", ["insert", "update"]],
  ["payment_refunds", ["insert", "update"]],
  ["disputes", ["insert", "update"]],
] as const;

/**
 * Triggers that keep what an order's refunds and disputes amount to, so that lists find the few such orders of a store by an
 * index.
 */
export async function createOrderStates(db: OldTables, engine: "sqlite" | "postgres"): Promise<void> {
  if (engine === "postgres") await writeFunction(db, byAmount);
  for (const [table, changes] of triggers) {
    if (engine === "postgres") await callFunction(db, table, changes);
    else for (const one of changes) await createTrigger(db, triggerOf(table, one), byAmount);
  }
}

/** Gives the same triggers another rule for failed refunds. No version names them, so it works on. */
export async function changeMadeAgain(
  db: OldTables,
  engine: "sqlite" | "postgres",
  isMadeAgain: RawBuilder<unknown>,
): Promise<void> {
  if (engine === "postgres") {
    await writeFunction(db, isMadeAgain);
    return;
  }
  for (const [table, changes] of triggers) {
    for (const one of changes) {
      const trigger = triggerOf(table, one);
      await sql`drop trigger ${sql.id(trigger.name)}`.execute(db);
      await createTrigger(db, trigger, isMadeAgain);
    }
  }
}

/**
 * Sequential scans are off, since a plan made while the tables were empty, as in a copy, is kept for the connection.
 * A refund that is recorded in the same moment as its order, by another process, counts from its next report on.
 */
async function writeFunction(db: OldTables, isMadeAgain: RawBuilder<unknown>): Promise<void> {
  await sql`
    create or replace function set_order_states() returns trigger
    language plpgsql set search_path from current set enable_seqscan to off as
    $$ begin
      ${setStates(isMadeAgain)};
      return null;
    end $$
  `.execute(db);
}

async function callFunction(db: OldTables, table: string, changes: readonly string[]): Promise<void> {
  await sql`
    create trigger ${sql.id(`${table}_of_order`)} after ${sql.raw(changes.join(" or "))} on ${sql.id(table)}
    for each row execute function set_order_states()
  `.execute(db);
}

interface Trigger {
  name: string;
  table: string;
  change: string;
}

function triggerOf(table: string, change: string): Trigger {
  return { name: `${table}_of_order_after_${change}`, table, change };
}

async function createTrigger(
  db: OldTables,
  { name, table, change }: Trigger,
  isMadeAgain: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    create trigger ${sql.id(name)} after ${sql.raw(change)} on ${sql.id(table)}
    begin ${setStates(isMadeAgain)}; end
  `.execute(db);
}
