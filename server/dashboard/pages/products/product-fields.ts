import type { Mismatch } from "../../../catalog-import/contract.ts";
import type { ManagedProduct } from "../../../database/queries/products/managed-products.ts";
import type { FieldChanges } from "../../../domain/audit.ts";
import { decimalAmount } from "../../../domain/money.ts";
import { type Product, variantName } from "../../../domain/product.ts";
import { productSlug } from "../../../domain/product-slug.ts";
import { stockQuantity } from "../../../domain/stock.ts";
import { typedAmount } from "../../../domain/typed-amount.ts";
import type { ProductCopy } from "../../../merchants/products/copy-product.ts";
import type { GivenProduct } from "../../../merchants/products/edit-product.ts";
import { textOf } from "../../frame/forms.ts";

/** Labels of the form's fields, by field name. The last one is only in the form for new products. */
export const productFields = {
  name: "Name",
  kind: "Kind",
  trialDays: "Free trial in days",
  description: "Description",
  category: "Category",
  price: "Price",
  compareAtPrice: "Compare-at price",
  taxCode: "Tax code",
  imageUrl: "Image URL",
  sku: "SKU",
  weight: "Weight in grams",
  groupName: "Group name",
  groupSlug: "Group slug",
  options: "Options",
  slug: "Slug",
  details: "Details",
  stock: "Stock",
  isActive: "For sale",
} as const;

export type ProductField = keyof typeof productFields;

/** The form's content, as text. */
export type ProductTexts = Record<ProductField, string>;

export type FieldFaults = Partial<Record<ProductField, string>>;

const names = Object.keys(productFields) as ProductField[];

type Kind = Pick<Product, "type" | "billingInterval" | "requiresShipping">;

const interval = (billingInterval: "month" | "year", requiresShipping: boolean): Kind => ({
  type: "subscription",
  billingInterval,
  requiresShipping,
});

const kinds: Record<string, { label: string; kind: Kind }> = {
  physical: {
    label: "Physical product",
    kind: { type: "physical", billingInterval: null, requiresShipping: null },
  },
  digital: {
    label: "Digital product",
    kind: { type: "digital", billingInterval: null, requiresShipping: null },
  },
  month: { label: "Monthly subscription", kind: interval("month", false) },
  year: { label: "Yearly subscription", kind: interval("year", false) },
  "month-shipped": { label: "Monthly subscription, shipped", kind: interval("month", true) },
  "year-shipped": { label: "Yearly subscription, shipped", kind: interval("year", true) },
};

export const kindOptions = Object.entries(kinds).map(([value, { label }]) => [value, label] as const);

/** The value of the form's choice, such as `month` for a monthly subscription. */
export function kindOf({ type, billingInterval, requiresShipping }: Kind): string {
  return `${billingInterval ?? type}${requiresShipping ? "-shipped" : ""}`;
}

export function kindText(kind: Kind): string {
  return kinds[kindOf(kind)]?.label ?? kind.type;
}

/** What the form shows of a product. */
export type FormProduct = Omit<ProductCopy, "images"> & {
  /** On the shelf; of a product that isn't stored yet, this is its stock. */
  quantity?: number | null;
};

export function textsOfProduct(product: FormProduct, currency: string): ProductTexts {
  const { compareAtPriceInCents: before, weightInGrams: weight, group } = product;
  const stock = product.quantity ?? product.stock;
  return {
    name: product.name,
    kind: kindOf(product),
    trialDays: product.trialDays === null ? "" : String(product.trialDays),
    description: product.description ?? "",
    category: product.category ?? "",
    price: decimalAmount(product.priceInCents, currency),
    compareAtPrice: before === null ? "" : decimalAmount(before, currency),
    taxCode: product.taxCode ?? "",
    imageUrl: product.imageUrl ?? "",
    sku: product.sku ?? "",
    weight: weight === null ? "" : String(weight),
    groupName: group?.name ?? "",
    groupSlug: group?.slug ?? "",
    options: product.options.map(({ name, value }) => `${name}: ${value}`).join("\n"),
    slug: product.slug ?? "",
    details: product.details?.join("\n") ?? "",
    stock: stock === null ? "" : String(stock),
    isActive: product.isActive ? "yes" : "",
  };
}

/** The form's fields as typed. A field that a form doesn't have, such as one of an earlier version, stays as in `before`. */
export function textsInForm(form: FormData, before: ProductTexts): ProductTexts {
  // Browsers send line breaks as CR and LF.
  const typed = (name: ProductField) => textOf(form, name).replaceAll("\r\n", "\n");
  const entries = names.map((name) => [name, form.has(name) ? typed(name) : before[name]]);
  return Object.fromEntries(entries) as ProductTexts;
}

/** The product in the form. */
export type TypedProduct = GivenProduct & { imageUrl: string | null };

/** Converts the form to a product's fields, or reports its faults by field. */
export function productIn(
  texts: ProductTexts,
  currency: string,
): { product: TypedProduct; faults?: undefined } | { faults: FieldFaults } {
  const faults: FieldFaults = {};
  const priceInCents = typedAmount(texts.price, currency);
  if (typeof priceInCents !== "number") faults.price = priceInCents.fault;
  const before = texts.compareAtPrice === "" ? null : typedAmount(texts.compareAtPrice, currency);
  if (before !== null && typeof before !== "number") faults.compareAtPrice = before.fault;
  const kind = Object.hasOwn(kinds, texts.kind) ? kinds[texts.kind]?.kind : undefined;
  if (!kind) faults.kind = "Choose one of the kinds.";
  const weight = texts.weight === "" ? null : wholeNumber(texts.weight);
  if (weight === undefined) faults.weight = "Enter whole grams, such as 420.";
  const trialDays = texts.trialDays === "" ? null : wholeNumber(texts.trialDays);
  if (trialDays === undefined) faults.trialDays = "Enter a number of days, such as 14.";
  else if (trialDays !== null && kind && kind.type !== "subscription") {
    faults.trialDays = "Only a subscription has a trial. Leave it empty.";
  }
  const stock = texts.stock === "" ? null : stockQuantity(texts.stock);
  if (stock === undefined) faults.stock = "Enter a whole number, such as 12.";
  const options = optionsIn(texts.options);
  if (options.some(({ name, value }) => name === "" || value === "")) {
    faults.options = "Each line needs a name and a value, such as “Size: A4”.";
  }
  const slug = productSlug(texts.slug);
  if (texts.slug !== "" && slug === null) faults.slug = "Enter letters or digits, such as tide-poster.";
  const { groupName } = texts;
  const groupSlug = productSlug(texts.groupSlug) ?? texts.groupSlug;
  if ((groupSlug === "") !== (groupName === "")) {
    faults.groupName = "A group needs both a name and a slug.";
  }
  const areAmounts = typeof priceInCents === "number" && (before === null || typeof before === "number");
  const isUsable = areAmounts && kind && weight !== undefined;
  if (!isUsable || trialDays === undefined || stock === undefined || Object.keys(faults).length > 0)
    return { faults };
  const details = linesOf(texts.details);
  return {
    product: {
      name: texts.name || nameOfVariant(groupName, options),
      ...kind,
      trialDays,
      priceInCents,
      compareAtPriceInCents: before,
      taxCode: texts.taxCode || null,
      description: texts.description || null,
      category: texts.category || null,
      imageUrl: texts.imageUrl || null,
      sku: texts.sku || null,
      weightInGrams: weight,
      slug,
      group: groupSlug === "" ? null : { slug: groupSlug, name: groupName },
      options,
      details: details.length > 0 ? details : null,
      stock,
      isActive: texts.isActive !== "",
    },
  };
}

/** Empty for a product without a group. */
function nameOfVariant(groupName: string, options: Product["options"]): string {
  return groupName === ""
    ? ""
    : variantName(
        groupName,
        options.map(({ value }) => value),
      );
}

function wholeNumber(text: string): number | undefined {
  return /^\d{1,12}$/.test(text) ? Number(text) : undefined;
}

function optionsIn(text: string): Product["options"] {
  return linesOf(text).map((line) => {
    const at = line.indexOf(":");
    return { name: line.slice(0, Math.max(at, 0)).trim(), value: line.slice(at + 1).trim() };
  });
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

const fieldNames: Record<string, ProductField> = {
  priceInCents: "price",
  compareAtPriceInCents: "compareAtPrice",
  weightInGrams: "weight",
  type: "kind",
  billingInterval: "kind",
  requiresShipping: "kind",
  images: "imageUrl",
  quantity: "stock",
};

/** The form field that shows a product's field. */
function fieldFor(field: string, inside: string): ProductField | undefined {
  if (field === "group") return inside === "slug" ? "groupSlug" : "groupName";
  return fieldNames[field] ?? names.find((name) => name === field);
}

/** @param mismatches with JSON pointers into a product, such as `/priceInCents` */
export function faultsOf(mismatches: Mismatch[]): FieldFaults {
  const faults = mismatches.map(({ at, what }) => {
    const [, field = "", inside = ""] = at.split("/");
    return [fieldFor(field, inside) ?? "name", `It ${what}.`];
  });
  return Object.fromEntries(faults);
}

/** The form's label for a field of a product, such as `group.slug`. */
export function labelOf(path: string): string {
  const [name = "", inside = ""] = path.split(".");
  if (name === "file") return "File";
  const field = fieldFor(name, inside);
  return name === "images" || !field ? "Images" : productFields[field];
}

/** Merges a conflicting change into the form: keeps the fields that this person edited and updates the others. */
export function mergedTexts(
  typed: ProductTexts,
  current: ManagedProduct,
  changes: FieldChanges | undefined,
): ProductTexts {
  const now = textsOfProduct(current, current.currency);
  if (changes === undefined) return typed;
  const before = textsOfProduct(asItWas(current, changes), current.currency);
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
