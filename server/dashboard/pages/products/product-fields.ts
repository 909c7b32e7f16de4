import type { Mismatch } from "../../../catalog-import/contract.ts";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { FieldChanges } from "../../../domain/audit.ts";
import { decimalAmount, toMinorUnits } from "../../../domain/money.ts";
import type { ProductChange } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";

/** Labels of the form's fields, by field name. */
export const productFields = {
  name: "Name",
  price: "Price",
  description: "Description",
  category: "Category",
  imageUrl: "Image URL",
  slug: "Slug",
  groupSlug: "Group slug",
  groupName: "Group name",
  options: "Options",
  details: "Details",
} as const;

export type ProductField = keyof typeof productFields;

/** The form's content, as text. */
export type ProductTexts = Record<ProductField, string>;

export type FieldFaults = Partial<Record<ProductField, string>>;

const names = Object.keys(productFields) as ProductField[];

export function textsOfProduct(product: ManagedProduct): ProductTexts {
  const { name, priceInCents, currency, description, category, imageUrl, slug, group } = product;
  return {
    name,
    price: decimalAmount(priceInCents, currency),
    description: description ?? "",
    category: category ?? "",
    imageUrl: imageUrl ?? "",
    slug: slug ?? "",
    groupSlug: group?.slug ?? "",
    groupName: group?.name ?? "",
    options: product.options.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    details: product.details?.join("\n") ?? "",
  };
}

export function textsInForm(form: FormData): ProductTexts {
  // Browsers send line breaks as CR and LF.
  const entries = names.map((name) => [name, textOf(form, name).replaceAll("\r\n", "\n")]);
  return Object.fromEntries(entries) as ProductTexts;
}

/** Converts the form to a change, or reports its faults by field. */
export function changeOf(
  texts: ProductTexts,
  currency: string,
): { change: ProductChange; faults?: undefined } | { faults: FieldFaults } {
  const faults: FieldFaults = {};
  const priceInCents = toMinorUnits(texts.price, currency);
  if (priceInCents === undefined)
    faults.price = `Enter an amount in ${currency.toUpperCase()}, such as 12.50.`;
  const options = linesOf(texts.options).map((line) => {
    const at = line.indexOf(":");
    return { name: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() };
  });
  if (options.some(({ name, value }) => name === "" || value === "")) {
    faults.options = "Each line needs a name and a value, such as “Size: A4”.";
  }
  const { groupSlug, groupName } = texts;
  if ((groupSlug === "") !== (groupName === "")) {
    faults.groupName = "A group needs both a name and a slug.";
  }
  if (priceInCents === undefined || Object.keys(faults).length > 0) return { faults };
  const details = linesOf(texts.details);
  return {
    change: {
      name: texts.name,
      priceInCents,
      description: texts.description || null,
      category: texts.category || null,
      imageUrl: texts.imageUrl || null,
      slug: texts.slug || null,
      group: groupSlug === "" ? null : { slug: groupSlug, name: groupName },
      options,
      details: details.length > 0 ? details : null,
    },
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

/** The form field for a JSON pointer into a product, such as `/priceInCents`. */
function fieldAt(at: string): ProductField {
  const [, field = "", inside = ""] = at.split("/");
  if (field === "priceInCents") return "price";
  if (field === "images") return "imageUrl";
  if (field === "group") return inside === "slug" ? "groupSlug" : "groupName";
  return names.find((name) => name === field) ?? "name";
}

export function faultsOf(mismatches: Mismatch[]): FieldFaults {
  return Object.fromEntries(mismatches.map(({ at, what }) => [fieldAt(at), `It ${what}.`]));
}

/** Merges a conflicting change into the form: keeps the fields that this person edited and updates the others. */
export function mergedTexts(
  typed: ProductTexts,
  current: ManagedProduct,
  changes: FieldChanges | undefined,
): ProductTexts {
  const now = textsOfProduct(current);
  if (changes === undefined) return typed;
  const before = textsOfProduct(asItWas(current, changes));
  const merged = names.map((name) => [name, typed[name] === before[name] ? now[name] : typed[name]]);
  return Object.fromEntries(merged) as ProductTexts;
}

function asItWas(current: ManagedProduct, changes: FieldChanges): ManagedProduct {
  const before: Record<string, unknown> = { ...current };
  for (const [path, { from }] of Object.entries(changes)) {
    const [name = "", inside] = path.split(".");
    before[name] = inside === undefined ? from : { ...(before[name] as object), [inside]: from };
  }
  return before as unknown as ManagedProduct;
}
