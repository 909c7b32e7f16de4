import { SqliteAdapter, sql } from "kysely";
import { change, index, type OldTables, type Step } from "./steps.ts";

/** The audit trail, and indexes for a store's overview. Triggers prevent changes and deletions in the trail. */
export const steps: Step[] = [
  change(createTrail),
  index({ name: "order_payments_by_time", table: "order_payments", definition: sql`(paid_at)` }),
  index({ name: "disputes_by_status", table: "disputes", definition: sql`(status)` }),
];

async function createTrail(db: OldTables): Promise<void> {
  await db.schema
    .createTable("audit_entries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("actor_kind", "text", (c) => c.notNull())
    .addColumn("actor_id", "text", (c) => c.notNull())
    .addColumn("action", "text", (c) => c.notNull())
    .addColumn("object_id", "text")
    .addColumn("changes", "text", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("audit_entries_by_time")
    .on("audit_entries")
    .columns(["store_id", "created_at", "id"])
    .execute();
  await db.schema
    .createIndex("audit_entries_of_object")
    .on("audit_entries")
    .columns(["store_id", "object_id", "created_at", "id"])
    .execute();
  const isEmbedded = db.getExecutor().adapter instanceof SqliteAdapter;
  await (isEmbedded ? refuseChangesInSqlite(db) : refuseChangesInPostgres(db));
}

async function refuseChangesInSqlite(db: OldTables): Promise<void> {
  for (const change of ["update", "delete"]) {
    await sql`
      create trigger ${sql.raw(`audit_entries_no_${change}`)} before ${sql.raw(change)} on audit_entries
      begin select raise(abort, 'audit_entries is append-only'); end
    `.execute(db);
  }
  // `insert or replace` deletes rows without firing the delete trigger.
  await sql`
    create trigger audit_entries_no_replace before insert on audit_entries
    when exists (select 1 from audit_entries where id = new.id)
    begin select raise(abort, 'audit_entries is append-only'); end
  `.execute(db);
}

async function refuseChangesInPostgres(db: OldTables): Promise<void> {
  await sql`
    create function refuse_audit_change() returns trigger language plpgsql as
    $$ begin raise exception 'audit_entries is append-only'; end $$
  `.execute(db);
  await sql`
    create trigger audit_entries_append_only before update or delete or truncate on audit_entries
    for each statement execute function refuse_audit_change()
  `.execute(db);
}
