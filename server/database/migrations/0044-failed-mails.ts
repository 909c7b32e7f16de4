import { sql } from "kysely";
import { change, index, type Step } from "./steps.ts";

/** Failed mails that need attention until a person dismisses them. */
export const steps: Step[] = [
  change((db) => db.schema.alterTable("mails").addColumn("dismissed_at", "bigint").execute()),
  index({
    name: "mails_failed",
    table: "mails",
    definition: sql`(store_id, order_id) where status = 'failed' and dismissed_at is null`,
  }),
];
