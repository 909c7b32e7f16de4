import { type DerivedRow, derivedProducts } from "../../catalog-import/shopify-csv.ts";
import type { ProductInput } from "../../database/queries/products/products.ts";
import { decimalAmount } from "../../domain/money.ts";
import { slugOf } from "../../domain/words.ts";

/** A product, with how many there are; null if they aren't counted. */
export type ExportedProduct = ProductInput & { stock: number | null };

/** The header that all of Shopify's versions and other shops' importers read. The last column is ours. */
export const header = {
  handle: "Handle",
  title: "Title",
  body: "Body (HTML)",
  type: "Type",
  published: "Published",
  option1Name: "Option1 Name",
  option1: "Option1 Value",
  option2Name: "Option2 Name",
  option2: "Option2 Value",
  option3Name: "Option3 Name",
  option3: "Option3 Value",
  sku: "Variant SKU",
  weight: "Variant Grams",
  inventoryTracker: "Variant Inventory Tracker",
  inventoryQuantity: "Variant Inventory Qty",
  inventoryPolicy: "Variant Inventory Policy",
  price: "Variant Price",
  compareAtPrice: "Variant Compare At Price",
  requiresShipping: "Variant Requires Shipping",
  image: "Image Src",
  imagePosition: "Image Position",
  imageAlt: "Image Alt Text",
  giftCard: "Gift Card",
  variantImage: "Variant Image",
  weightUnit: "Variant Weight Unit",
  status: "Status",
  counterpart: "Counterpart",
} as const;

export type Cells = Partial<Record<keyof typeof header, string>>;

/**
 * The rows of a product and, for a group, of all its variants. What an import wouldn't read from Shopify's columns is in
 * the last one, as JSON.
 * @param run variants of one group that follow each other, or one product
 * @param handle unique in the file
 */
export function shopifyRows(run: ExportedProduct[], handle: string, currency: string): Cells[] {
  const [head] = run;
  if (!head) return [];
  const images = commonImages(run);
  const rows = Array.from({ length: Math.max(run.length, images.length) }, (_, at): Cells => {
    const [product, image] = [run[at], images[at]];
    return {
      handle,
      ...(at === 0 && headCells(head, run)),
      ...(product && variantCells(product, currency)),
      ...(product && mainImageCell(product, images)),
      ...(image && { image: image.url, imagePosition: `${at + 1}`, imageAlt: image.alt ?? "" }),
    };
  });
  const plain = rows.map(withoutControls);
  const derived = derivedProducts(plain.map(trimmed), currency);
  for (const [at, product] of run.entries()) {
    const row = plain[at];
    if (row) row.counterpart = differences(product, derived[at]);
  }
  return plain;
}

/** The reference's first part, if it is what the slug was made of; otherwise the slug. */
export function handleOf({ reference, group, slug, name }: ExportedProduct): string {
  const [first = ""] = reference.split("/");
  const named = first.replaceAll(/%2f/gi, "/").replaceAll("%25", "%").trim().toLowerCase();
  const wanted = group?.slug ?? slug;
  return named !== "" && (slugOf(named) === wanted || wanted === null)
    ? named
    : (wanted ?? slugOf(name) ?? "product").trim().toLowerCase() || "product";
}

/** The options that Shopify has columns for. Variants of a group differ in them. */
export function optionKey({ options }: ExportedProduct): string {
  return JSON.stringify(options.slice(0, 3).map(({ value }) => value.trim()));
}

function headCells(
  { group, name, description, category, options }: ExportedProduct,
  run: ExportedProduct[],
): Cells {
  const isActive = run.some((product) => product.isActive);
  const [first, second, third] = options;
  return {
    title: filled(group?.name ?? name),
    body: description === null ? "" : htmlOf(description),
    type: category ?? "",
    published: flag(isActive),
    option1Name: first?.name ?? "Title",
    option2Name: second?.name ?? "",
    option3Name: third?.name ?? "",
    giftCard: flag(false),
    status: isActive ? "active" : "draft",
  };
}

function variantCells(product: ExportedProduct, currency: string): Cells {
  const { options, sku, weightInGrams, compareAtPriceInCents, stock } = product;
  const amount = (minorUnits: number) => decimalAmount(minorUnits, currency);
  return {
    option1: options[0]?.value ?? "Default Title",
    option2: options[1]?.value ?? "",
    option3: options[2]?.value ?? "",
    sku: sku ?? "",
    weight: `${weightInGrams ?? 0}`,
    inventoryTracker: stock === null ? "" : "shopify",
    inventoryQuantity: stock === null ? "" : `${stock}`,
    inventoryPolicy: stock === null ? "continue" : "deny",
    price: amount(product.priceInCents),
    compareAtPrice: compareAtPriceInCents ? amount(compareAtPriceInCents) : "",
    requiresShipping: flag(product.type !== "digital"),
    weightUnit: "g",
  };
}

/** A variant's main image, unless it is the product's. */
function mainImageCell({ images: [main] }: ExportedProduct, common: ProductInput["images"]): Cells {
  return main && main.url !== common[0]?.url ? { variantImage: main.url } : {};
}

/** A row without a title would be a further variant. */
const filled = (title: string) => (title.trim() === "" ? "–" : title);
const flag = (is: boolean) => (is ? "true" : "false");

/** A terminal's output has escapes for these characters, which only JSON understands. */
function withoutControls(cells: Cells): Cells {
  const clean = (cell: string) =>
    cell
      .replaceAll(/(?!\n)[\p{Cc}\p{Zl}\p{Zp}]/gu, " ")
      .replaceAll(/[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, "");
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, clean(cell)]));
}

function trimmed(cells: Cells): DerivedRow {
  return Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, cell.trim()]));
}

const fields = [
  ...["reference", "name", "description", "priceInCents", "currency", "type", "billingInterval"],
  ...["imageUrl", "isActive", "category", "details", "slug", "group", "options", "images"],
  ...["sku", "weightInGrams", "compareAtPriceInCents", "trialDays", "requiresShipping", "taxCode", "stock"],
] as (keyof ProductInput)[];

/** The fields of a product that an import would read otherwise, as JSON; empty if there are none. */
function differences(product: ExportedProduct, derived: ProductInput | undefined): string {
  const given = { ...product, stock: product.stock === null ? null : Math.max(0, product.stock) };
  const other = fields.filter(
    (name) => JSON.stringify(given[name] ?? null) !== JSON.stringify(derived?.[name] ?? null),
  );
  return other.length === 0
    ? ""
    : JSON.stringify(Object.fromEntries(other.map((name) => [name, given[name]])));
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** A plain text as HTML: paragraphs at blank lines, and line breaks. */
function htmlOf(text: string): string {
  return text
    .split("\n\n")
    .map((paragraph) => paragraph.replaceAll(/[&<>]/g, (character) => entities[character] ?? character))
    .map((paragraph) => `<p>${paragraph.replaceAll("\n", "<br>")}</p>`)
    .join("");
}

type Images = ProductInput["images"];

/**
 * The images that Shopify would list for a product with these variants: each variant's images are its main one, and then the
 * product's others. What doesn't fit this isn't part of the list.
 */
function commonImages(variants: { images: Images }[]): Images {
  const lists = variants.map(({ images }) => images);
  const complete = lists.find((list) => lists.every((other) => isFrom(list, other)));
  return complete ?? merged(lists.map(([, ...others]) => others));
}

/** Whether a variant's images are its main one, and then the list's others. */
function isFrom(list: Images, [main, ...others]: Images): boolean {
  if (!main) return list.length === 0;
  const rest = list.filter(({ url }) => url !== main.url);
  const [listed = { ...main, alt: null }] = list.filter(({ url }) => url === main.url);
  return JSON.stringify([listed, ...rest]) === JSON.stringify([main, ...others]);
}

/** One list with the order of all of them, where they agree. */
function merged(lists: Images[]): Images {
  const all: Images = [];
  for (const list of lists) {
    let at = 0;
    for (const image of list) {
      const known = all.findIndex(({ url }) => url === image.url);
      if (known < 0) all.splice(at, 0, image);
      at = (known < 0 ? at : known) + 1;
    }
  }
  return all;
}
