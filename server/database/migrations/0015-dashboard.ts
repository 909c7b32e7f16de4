import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** The response deadlines of disputes, and lists of subscriptions and of products that aren't for sale. */
export const steps: Step[] = [
  change(async (db) => {
    await db.schema.alterTable("disputes").addColumn("due_at", "bigint").execute();
  }),
  index({ name: "subscriptions_of_store", table: "subscriptions", definition: sql`(store_id, id)` }),
  // A partial index, because with an index of all products SQLite would read those for sale too.
  index({
    name: "products_not_for_sale",
    table: "products",
    definition: sql`(store_id, position, id) where is_active = 0`,
  }),
  index({
    name: "products_not_for_sale_by_category",
    table: "products",
    definition: sql`(store_id, category, position, id) where is_active = 0`,
  }),
];
