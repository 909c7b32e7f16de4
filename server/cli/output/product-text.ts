import { ApiError } from "@counterpart/server/errors";
import type { ManagedProduct } from "../../database/queries/products/managed-products.ts";
import { displayAmount } from "../../domain/money.ts";
import type { Product } from "../../domain/product.ts";
import { yesNo } from "./table.ts";

/** The fields that have a value. */
export function fieldsOf(product: ManagedProduct): Record<string, string> {
  const { _id: id, reference, name, description, type, isActive, category, details, slug, group } = product;
  const { quantity, reserved, currency, compareAtPriceInCents: before, weightInGrams: weight } = product;
  const fields: Record<string, string> = {
    id,
    reference,
    version: product.version,
    name,
    price: priceText(product),
    "compare-at price": before === null ? "" : displayAmount(before, currency),
    type,
    trial: product.trialDays === null ? "" : `${product.trialDays} days`,
    shipped: product.requiresShipping ? "yes" : "",
    "tax code": product.taxCode ?? "",
    active: yesNo(isActive),
    stock: quantity === null ? "" : `${quantity}${reserved ? `, ${reserved} of them reserved` : ""}`,
    sku: product.sku ?? "",
    weight: weight === null ? "" : `${weight} g`,
    category: category ?? "",
    slug: slug ?? "",
    group: group === null ? "" : `${group.name} (${group.slug})`,
    options: product.options.map(({ name, value }) => `${name}: ${value}`).join(", "),
    details: details?.join(", ") ?? "",
    images: product.images.map(({ url }) => url).join(", "),
    description: description ?? "",
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ""));
}

/** `12.50 eur`, and how often a subscription is paid. */
export function priceText({ priceInCents, currency, type, billingInterval }: Product): string {
  return `${displayAmount(priceInCents, currency)}${type === "subscription" ? ` a ${billingInterval}` : ""}`;
}

export function noSuchProduct(product: string): ApiError {
  return new ApiError(
    "NOT_FOUND",
    `The store has no product ${product}. \`products list\` shows all of them.`,
  );
}
