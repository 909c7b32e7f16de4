import { hash } from "node:crypto";
import type { Product } from "../../../domain/product.ts";
import { buyable } from "../../../domain/stock.ts";
import type { Queries } from "../../engines/queries.ts";
import type { ProductRow } from "../../schema.ts";
import { readLevels, type StockLevel } from "../stock/stock.ts";

/** @param level undefined if it isn't counted */
export function toProduct(row: ProductRow, level: StockLevel | undefined): Product {
  return {
    _id: row.id,
    storeId: row.store_id,
    name: row.name,
    description: row.description,
    priceInCents: row.price_in_cents,
    currency: row.currency,
    type: row.type as Product["type"],
    billingInterval: row.billing_interval as Product["billingInterval"],
    imageUrl: row.image_url,
    isActive: row.is_active === 1,
    category: row.category,
    details: row.details === null ? null : JSON.parse(row.details),
    slug: row.slug,
    group: row.product_group === null ? null : JSON.parse(row.product_group),
    options: row.options === null ? [] : JSON.parse(row.options),
    images: row.images === null ? imagesOf(row.image_url) : JSON.parse(row.images),
    sku: row.sku,
    weightInGrams: row.weight_in_grams,
    compareAtPriceInCents: row.compare_at_price_in_cents,
    trialDays: row.type === "subscription" ? row.trial_days : null,
    requiresShipping: row.type === "subscription" ? row.requires_shipping === 1 : null,
    taxCode: row.tax_code,
    stock: level ? buyable(level) : null,
    quantity: level?.quantity ?? null,
    reserved: level?.reserved ?? null,
  };
}

/** The products of rows of one store, with their stock. */
export async function toProducts(db: Queries, rows: ProductRow[]): Promise<Product[]> {
  const [first] = rows;
  if (!first) return [];
  const ids = rows.map(({ id }) => id);
  const levels = await readLevels(db, first.store_id, ids);
  return rows.map((row) => toProduct(row, levels.get(row.id)));
}

/** The images of a product; versions without the column stored only a URL. */
function imagesOf(url: string | null): Product["images"] {
  return url === null ? [] : [{ url, alt: null }];
}

/** @param search its search terms, which are slow to compute for many products */
export function toRow(
  product: Omit<Product, "stock" | "quantity" | "reserved">,
  { reference, position, search }: Pick<ProductRow, "reference" | "position" | "search">,
): ProductRow {
  return {
    id: product._id,
    store_id: product.storeId,
    reference,
    position,
    name: product.name,
    description: product.description,
    price_in_cents: product.priceInCents,
    currency: product.currency,
    type: product.type,
    billing_interval: product.billingInterval,
    image_url: product.imageUrl,
    is_active: product.isActive ? 1 : 0,
    category: product.category,
    details: product.details === null ? null : JSON.stringify(product.details),
    slug: product.slug,
    product_group: product.group === null ? null : JSON.stringify(product.group),
    options: JSON.stringify(product.options),
    images: JSON.stringify(product.images),
    search,
    sku: product.sku,
    weight_in_grams: product.weightInGrams,
    compare_at_price_in_cents: product.compareAtPriceInCents,
    trial_days: product.trialDays,
    requires_shipping: product.requiresShipping ? 1 : null,
    tax_code: product.taxCode,
  };
}

/**
 * A hash of the merchant's fields, without the stock, which sales change: rows with the same content have the same version. Unlike a counter, a hash
 * can't be skipped by any write, including an older version's.
 */
export function versionOf(row: ProductRow): string {
  const {
    stock: _,
    quantity: __,
    reserved: ___,
    sku,
    weightInGrams,
    compareAtPriceInCents,
    trialDays,
    requiresShipping,
    taxCode,
    ...product
  } = toProduct(row, undefined);
  const codes = { sku, weightInGrams, compareAtPriceInCents, trialDays, requiresShipping, taxCode };
  const later = Object.entries(codes)
    // Left out if empty, so that a product has the same version in processes that don't know these fields.
    .filter(([, is]) => is !== null && is !== false);
  const fields = { ...product, ...Object.fromEntries(later) };
  return hash("sha256", JSON.stringify(fields), "base64url").slice(0, 16);
}

/** Whether all of the merchant's fields are equal. */
export function sameRow(a: ProductRow, b: ProductRow): boolean {
  return (Object.keys(b) as (keyof ProductRow)[]).every((column) => a[column] === b[column]);
}
