import type { Kysely } from "kysely";

/** What stores write in emails to their buyers instead of the usual texts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("mail_texts")
    .addColumn("store_id", "text", (c) => c.notNull().references("stores.id"))
    .addColumn("kind", "text", (c) => c.notNull())
    .addColumn("language", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("body", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("mail_texts_key", ["store_id", "kind", "language"])
    .execute();
}
