import { sql } from "kysely";
import { change, type Step } from "./steps.ts";

/** The outbox of mails, the language of checkouts and orders, and whether a store sends mail to its buyers. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema
      .createTable("mails")
      .addColumn("id", "text", (c) => c.primaryKey())
      .addColumn("store_id", "text", (c) => c.references("stores.id"))
      .addColumn("kind", "text", (c) => c.notNull())
      .addColumn("event_key", "text", (c) => c.notNull())
      .addColumn("order_id", "text")
      .addColumn("link_token", "text")
      .addColumn("status", "text", (c) => c.notNull())
      .addColumn("attempts", "bigint", (c) => c.notNull())
      .addColumn("due_at", "bigint")
      .addColumn("give_up_at", "bigint", (c) => c.notNull())
      .addColumn("last_outcome", "text")
      .addColumn("settled_at", "bigint")
      .addColumn("created_at", "bigint", (c) => c.notNull())
      .execute();
    await db.schema
      .createIndex("mails_of_event")
      .on("mails")
      .columns(["kind", "event_key"])
      .unique()
      .execute();
    await db.schema.createIndex("mails_of_store").on("mails").columns(["store_id", "created_at"]).execute();
    await db.schema.createIndex("mails_to_delete").on("mails").column("created_at").execute();
    await sql`create index mails_due on mails (due_at) where due_at is not null`.execute(db);
  }),
  change((db) => db.schema.alterTable("checkout_sessions").addColumn("locale", "text").execute()),
  change((db) => db.schema.alterTable("orders").addColumn("locale", "text").execute()),
  change((db) =>
    db.schema
      .alterTable("stores")
      .addColumn("mails_buyers", "integer", (c) => c.notNull().defaultTo(0))
      .execute(),
  ),
];
