import type { Kysely } from "kysely";

/** A product's slug, what it is a variant of, its options, and all its images. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["slug", "product_group", "options", "images"]) {
    await db.schema.alterTable("products").addColumn(column, "text").execute();
  }
}
