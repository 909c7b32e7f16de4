import { randomBytes } from "node:crypto";
import type { Queries } from "../../engines/queries.ts";
import type { ProductRow } from "../../schema.ts";
import type { EventEndpoint } from "../events/endpoint.ts";
import { recordEvents } from "../events/record-events.ts";
import { toProducts } from "./product-row.ts";

/** Creates or replaces products of a store and records the events. */
export async function saveProducts(
  db: Queries,
  rows: ProductRow[],
  about: { storeId: string; listeners: EventEndpoint[]; now: number },
): Promise<void> {
  await saveRows(db, rows);
  if (about.listeners.length === 0) return;
  const happened = (await toProducts(db, rows)).map((product) => ({
    type: "product.changed" as const,
    subjectId: product._id,
    data: product,
  }));
  await recordEvents(db, about, happened);
}

/** Creates or replaces products. */
export async function saveRows(db: Queries, rows: ProductRow[]): Promise<void> {
  await db
    .insertInto("products")
    .values(rows.map((row) => ({ ...row, write_id: randomBytes(9).toString("base64url") })))
    .onConflict((c) =>
      c.column("id").doUpdateSet((eb) => ({
        name: eb.ref("excluded.name"),
        description: eb.ref("excluded.description"),
        price_in_cents: eb.ref("excluded.price_in_cents"),
        currency: eb.ref("excluded.currency"),
        type: eb.ref("excluded.type"),
        billing_interval: eb.ref("excluded.billing_interval"),
        image_url: eb.ref("excluded.image_url"),
        is_active: eb.ref("excluded.is_active"),
        category: eb.ref("excluded.category"),
        details: eb.ref("excluded.details"),
        slug: eb.ref("excluded.slug"),
        product_group: eb.ref("excluded.product_group"),
        options: eb.ref("excluded.options"),
        images: eb.ref("excluded.images"),
        search: eb.ref("excluded.search"),
        sku: eb.ref("excluded.sku"),
        weight_in_grams: eb.ref("excluded.weight_in_grams"),
        compare_at_price_in_cents: eb.ref("excluded.compare_at_price_in_cents"),
        trial_days: eb.ref("excluded.trial_days"),
        requires_shipping: eb.ref("excluded.requires_shipping"),
        tax_code: eb.ref("excluded.tax_code"),
        write_id: eb.ref("excluded.write_id"),
      })),
    )
    .execute();
}
