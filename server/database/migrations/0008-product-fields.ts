import type { Kysely } from "kysely";

/** A product's slug, variant group, options and images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["slug", "product_group", "options", "images"]) {
    await db.schema.alterTable("products").addColumn(column, "text").execute();
  }
}
