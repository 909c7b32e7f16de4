import { randomBytes } from "node:crypto";
import type { Queries } from "../../engines/queries.ts";
import type { ProductRow, StoredProductRow } from "../../schema.ts";
import type { EventEndpoint } from "../events/endpoint.ts";
import { productEvents, recordEvents } from "../events/record-events.ts";
import { toProducts } from "./product-row.ts";

/** Creates or replaces products of a store and records the events. */
export async function saveProducts(
  db: Queries,
  rows: ProductRow[],
  about: { storeId: string; listeners: EventEndpoint[]; now: number },
): Promise<void> {
  await saveRows(db, rows);
  if (about.listeners.length === 0) return;
  await recordEvents(db, about, productEvents("product.changed", await toProducts(db, rows)));
}

/** The columns that aren't a product's identity or place. */
const updated = [
  ...["name", "description", "price_in_cents", "currency", "type", "billing_interval", "image_url"],
  ...["is_active", "category", "details", "slug", "product_group", "options", "images", "search", "sku"],
  ...["weight_in_grams", "compare_at_price_in_cents", "trial_days", "requires_shipping", "tax_code"],
  "write_id",
] as const satisfies (keyof StoredProductRow)[];

/** Creates or replaces products. */
export async function saveRows(db: Queries, rows: ProductRow[]): Promise<void> {
  await db
    .insertInto("products")
    .values(rows.map((row) => ({ ...row, write_id: randomBytes(9).toString("base64url") })))
    .onConflict((c) =>
      c
        .column("id")
        .doUpdateSet((eb) => Object.fromEntries(updated.map((name) => [name, eb.ref(`excluded.${name}`)]))),
    )
    .execute();
}
